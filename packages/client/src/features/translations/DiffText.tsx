import { diffWords, directionOf } from '@dragoman/core'

export type DiffTextProps = { readonly before: string; readonly after: string; readonly language: string; readonly show?: 'both' | 'added' }

/** A text with what changed in it marked: taken out struck, put in underlined by colour. `added` leaves out what was taken out. */
export function DiffText({ before, after, language, show = 'both' }: DiffTextProps) {
  return (
    <bdi lang={language} dir={directionOf(language)} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {diffWords(before, after).map((part, index) => {
        if (part.kind === 'del' && show === 'added') return null
        const key = index // the parts have no other name than their place
        if (part.kind === 'del') return <del key={key}>{part.text}</del>
        if (part.kind === 'ins') return <ins key={key}>{part.text}</ins>
        return <span key={key}>{part.text}</span>
      })}
    </bdi>
  )
}
