import { Clock, TriangleAlert } from 'lucide-react'
import styles from './DueMark.module.css'
import { type DueWords, useDueWords } from './use-due-words.ts'

/** The due date; overdue and imminent ones have an icon. */
export function DueMark({ due }: { readonly due: string }) {
  return <DueLabel {...useDueWords()(due)} />
}

/** A date as text, with an icon if it is overdue or imminent. `due` null: nothing is due then. */
export function DueLabel({ text, due }: { readonly text: string; readonly due: DueWords['due'] | null }) {
  const Sign = due === 'late' ? TriangleAlert : due === 'soon' ? Clock : null
  return (
    <span className={styles.due} data-due={due}>
      {Sign === null ? null : <Sign aria-hidden="true" />}
      {text}
    </span>
  )
}
