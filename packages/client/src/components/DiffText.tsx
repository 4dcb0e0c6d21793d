import { directionOf, leavesOf } from '@dragoman/core'
import { joinMarks } from '../lib/text/join-marks.ts'
import { useMessageSyntax } from '../lib/text/message-syntax.ts'
import { type DiffView, shownDifferences } from '../lib/text/shown-differences.ts'
import message from './Message.module.css'
import { MessageLeaves } from './Message.tsx'

export type DiffTextProps = {
  readonly before: string
  readonly after: string
  readonly language: string
  readonly view?: DiffView
}

/**
 * A text with deletions and insertions marked by elements that screen readers announce; placeholders and tags
 * are chips.
 */
export function DiffText({ before, after, language, view = 'all' }: DiffTextProps) {
  const syntax = useMessageSyntax()
  let at = 0
  return (
    <bdi lang={language} dir={directionOf(language)} className={message.all}>
      {joinMarks(shownDifferences(before, after, view)).map((part) => {
        at += part.text.length
        const key = `${at}${part.kind}`
        const text = <MessageLeaves leaves={leavesOf(syntax.parse(part.text).parts)} />
        if (part.kind === 'del') return <del key={key}>{text}</del>
        if (part.kind === 'ins') return <ins key={key}>{text}</ins>
        return <span key={key}>{text}</span>
      })}
    </bdi>
  )
}
