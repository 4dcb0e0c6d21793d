import type { ReactNode } from 'react'
import styles from './SelectionBar.module.css'

/** Actions for the selected rows of a list, after their number. */
export function SelectionBar({
  label,
  count,
  end,
  children,
}: {
  readonly label: string
  readonly count: string
  readonly end: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className={styles.bar} role="toolbar" aria-label={label}>
      <b role="status">{count}</b>
      {children}
      <span className={styles.end}>{end}</span>
    </div>
  )
}
