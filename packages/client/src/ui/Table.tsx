import type { ReactNode } from 'react'
import styles from './Table.module.css'
import { TableFrame } from './TableFrame.tsx'

export type Column = {
  readonly id: string
  readonly name: string
  readonly isNumber?: true
  /** The column of actions: its name is not shown. */
  readonly isActs?: true
  /** Of the column's head, for its width. */
  readonly className?: string | undefined
}

/** A table in its frame, in which it scrolls sideways if it is too wide; `children`: its rows. */
export function Table({
  label,
  columns,
  className = '',
  children,
}: {
  readonly label: string
  readonly columns: readonly Column[]
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <TableFrame label={label}>
      <table className={`${styles.table} ${className}`}>
        <thead>
          <tr>
            {columns.map(({ id, name, isNumber, isActs, className: ofHead }) => (
              <th key={id} className={isNumber ? styles.number : ofHead}>
                {isActs ? <span className="visually-hidden">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableFrame>
  )
}
