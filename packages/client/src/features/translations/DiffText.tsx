import { directionOf } from '@dragoman/core'
import styles from './DiffText.module.css'
import { type DiffView, shownDifferences } from './shown-differences.ts'

export type DiffTextProps = {
  readonly before: string
  readonly after: string
  readonly language: string
  readonly view?: DiffView
}

/** A text with what changed in it marked: taken out and struck, put in and coloured. */
export function DiffText({ before, after, language, view = 'all' }: DiffTextProps) {
  return (
    <bdi lang={language} dir={directionOf(language)} className={styles.text}>
      {shownDifferences(before, after, view).map((part, index) => {
        const key = index // the parts have no other name than their place
        if (part.kind === 'del') return <del key={key}>{part.text}</del>
        if (part.kind === 'ins') return <ins key={key}>{part.text}</ins>
        return <span key={key}>{part.text}</span>
      })}
    </bdi>
  )
}
