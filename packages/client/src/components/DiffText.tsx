import { type DiffPart, directionOf, leavesOf } from '@dragoman/core'
import { joinMarks } from '../lib/join-marks.ts'
import { useMessageSyntax } from '../lib/message-syntax.ts'
import message from './Message.module.css'
import { MessageLeaves } from './Message.tsx'

/**
 * A text with what goes and what comes marked; deletions and insertions are named for screen readers by their
 * elements.
 */
export function DiffText({
  parts,
  language,
}: {
  readonly parts: readonly DiffPart[]
  readonly language: string
}) {
  const syntax = useMessageSyntax()
  let at = 0
  return (
    <bdi lang={language} dir={directionOf(language)} className={message.all}>
      {joinMarks(parts).map((part) => {
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
