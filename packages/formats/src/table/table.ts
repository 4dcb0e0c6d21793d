import type { Span } from '@dragoman/core'

/**
 * The content of a table's cell: a text, nothing, or something that is not a text, such as a number or a
 * formula.
 */
export type TableCell = {
  readonly kind: 'text' | 'none' | 'other'
  /** For a cell with a number, the number as written. */
  readonly text: string
  readonly span: Span
}

/** One row; cells that the file omits are absent. */
export type TableRow<Cell extends TableCell = TableCell> = {
  readonly span: Span
  readonly cells: readonly (Cell | undefined)[]
  /** Returns where a cell in that column would be inserted. Absent: at the end of the row. */
  placeOf?(column: number): number
}
