import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

export type EmptyStateProps = {
  /** What there is none of. */
  readonly title: string
  /** One sentence: why, or what appears here. */
  readonly children: ReactNode
  /** The next step: a button or a link; null: there is none. */
  readonly action: ReactNode
  /** 1: it is the whole page. */
  readonly level?: 1 | 2
}

/** Shown in the middle of the place of a list if it is empty. */
export function EmptyState({ title, children, action, level = 2 }: EmptyStateProps) {
  const Title = `h${level}` as const
  return (
    <div className={styles.empty} data-empty-state>
      <Title className={styles.title}>{title}</Title>
      {children === null ? null : <div className={styles.text}>{children}</div>}
      {action === null ? null : <div className={styles.action}>{action}</div>}
    </div>
  )
}
