import { type DiffPart, directionOf } from '@dragoman/core'
import message from './Message.module.css'

/** A text with what goes and what comes marked; deletions and insertions are named for screen readers by their elements. */
export function DiffText({ parts, language }: { readonly parts: readonly DiffPart[]; readonly language: string }) {
  let at = 0
  return (
    <bdi lang={language} dir={directionOf(language)} className={message.all}>
      {parts.map((part) => {
        at += part.text.length
        const key = `${at}${part.kind}`
        if (part.kind === 'del') return <del key={key}>{part.text}</del>
        if (part.kind === 'ins') return <ins key={key}>{part.text}</ins>
        return <span key={key}>{part.text}</span>
      })}
    </bdi>
  )
}
