import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Note.module.css'

const SIGNS = { warning: TriangleAlert, error: CircleAlert, plain: Info } as const

/** A sentence across the page that wants attention, with at most one thing to do. */
export function Note({
  tone,
  children,
  action,
}: {
  readonly tone: keyof typeof SIGNS
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  const Sign = SIGNS[tone]
  return (
    <div className={`${styles.note} ${styles[tone]}`}>
      <Sign aria-hidden="true" />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  )
}
