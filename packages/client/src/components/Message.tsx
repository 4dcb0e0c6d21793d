import { directionOf, type Leaf, leavesOf } from '@dragoman/core'
import { memo } from 'react'
import { useMessageSyntax } from '../lib/text/message-syntax.ts'
import styles from './Message.module.css'

export type MessageProps = {
  readonly text: string
  /** Language of the text; decides its direction, font and voice. */
  readonly language: string
  /** `line`: cut to one line by the place it stands in, line ends shown as signs. */
  readonly lines?: 'line' | 'all'
  /** The text as it is read where it is only a part of a message. */
  readonly leaves?: readonly Leaf[]
}

/** A text of a project: isolated from the interface's direction, placeholders and tags as chips. */
export const Message = memo(function Message({ text, language, lines = 'all', leaves }: MessageProps) {
  const syntax = useMessageSyntax()
  return (
    <bdi lang={language} dir={directionOf(language)} className={lines === 'all' ? styles.all : undefined}>
      <MessageLeaves leaves={leaves ?? leavesOf(syntax.parse(text).parts)} lines={lines} />
    </bdi>
  )
})

/**
 * The pieces of a text, placeholders and tags as chips; stands within an element that has the text's language
 * and direction.
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
