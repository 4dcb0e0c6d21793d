import { Clock, TriangleAlert } from 'lucide-react'
import styles from './DueMark.module.css'
import { useDueWords } from './use-due-words.ts'

/** When something is to be done by; what is late, or soon to be, has a sign. */
export function DueMark({ due }: { readonly due: string }) {
  const { text, due: when } = useDueWords()(due)
  const Sign = when === 'late' ? TriangleAlert : Clock
  return (
    <span className={styles.due} data-due={when}>
      {when === 'some' ? null : <Sign aria-hidden="true" />}
      {text}
    </span>
  )
}
