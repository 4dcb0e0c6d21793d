import type { ReactNode } from 'react'
import styles from './Table.module.css'

export type Column = {
  readonly id: string
  readonly name: string
  readonly isNumber?: true
  /** The column of actions: its name is not shown. */
  readonly isActs?: true
}

/**
 * A table in its frame, in which it scrolls sideways if it is too wide; `children`: its rows. With a label, the frame is a
 * region that can be scrolled by keyboard.
 */
export function Table({
  label,
  columns,
  className = '',
  children,
}: {
  readonly label?: string
  readonly columns: readonly Column[]
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const table = (
    <table className={`${styles.table} ${className}`}>
      <thead>
        <tr>
          {columns.map(({ id, name, isNumber, isActs }) => (
            <th key={id} className={isNumber ? styles.number : undefined}>
              {isActs ? <span className="visually-hidden">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
  if (label === undefined) return <div className={styles.frame}>{table}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard
    <section className={styles.frame} tabIndex={0} aria-label={label}>
      {table}
    </section>
  )
}
