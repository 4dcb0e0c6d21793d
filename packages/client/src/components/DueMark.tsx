import { Clock, TriangleAlert } from 'lucide-react'
import styles from './DueMark.module.css'
import { useDueWords } from './use-due-words.ts'

/** The due date; overdue and imminent ones have an icon. */
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
