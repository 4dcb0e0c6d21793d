import { directionOf, type Leaf, leavesOf } from '@dragoman/core'
import { memo } from 'react'
import { useMessageSyntax } from '../lib/text/message-syntax.ts'
import styles from './Message.module.css'

export type MessageProps = {
  readonly text: string
  /** Language of the text; determines direction, font and pronunciation. */
  readonly language: string
  /** `line`: truncated to one line by its container, with symbols for line ends. */
  readonly lines?: 'line' | 'all'
  /** The parsed text if it is only a part of a message. */
  readonly leaves?: readonly Leaf[]
}

/** A text of a project: isolated from the interface's direction, with placeholders and tags as chips. */
export const Message = memo(function Message({ text, language, lines = 'all', leaves }: MessageProps) {
  const syntax = useMessageSyntax()
  return (
    <bdi lang={language} dir={directionOf(language)} className={lines === 'all' ? styles.all : undefined}>
      <MessageLeaves leaves={leaves ?? leavesOf(syntax.parse(text).parts)} lines={lines} />
    </bdi>
  )
})

/**
 * The parts of a text, with placeholders and tags as chips; the parent element has the text's language and
 * direction.
 */
export function MessageLeaves({
  leaves,
  lines = 'all',
}: {
  readonly leaves: readonly Leaf[]
  readonly lines?: 'line' | 'all'
}) {
  return leaves.map((part) =>
    part.kind === 'text' || part.kind === 'escape' ? (
      lines === 'line' ? (
        part.text.replaceAll('\n', ' ↵ ')
      ) : (
        part.text
      )
    ) : (
      <span key={part.span.start} className={CLASSES[part.kind]} dir="ltr">
        {part.text}
      </span>
    ),
  )
}

const CLASSES = {
  tag: styles.tag,
  placeholder: styles.chip,
  nesting: styles.chip,
  frame: styles.frame,
} as const
