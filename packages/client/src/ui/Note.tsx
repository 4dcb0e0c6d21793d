import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Note.module.css'

const SIGNS = { warning: TriangleAlert, error: CircleAlert, plain: Info } as const

/** A notice across the page, with at most one action. */
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
