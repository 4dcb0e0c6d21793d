import { directionOf } from '@dragoman/core'
import { type DiffView, shownDifferences } from '../lib/shown-differences.ts'
import styles from './WordDiff.module.css'

export type WordDiffProps = {
  readonly before: string
  readonly after: string
  readonly language: string
  readonly view?: DiffView
}

/** A text with what changed in it marked: taken out and struck, put in and coloured. */
export function WordDiff({ before, after, language, view = 'all' }: WordDiffProps) {
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
