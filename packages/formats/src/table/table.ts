import type { Span } from '@dragoman/core'

/**
 * What a cell of a table holds: a text, nothing at all, or something that is no text, as a number or a
 * formula.
 */
export type TableCell = {
  readonly kind: 'text' | 'none' | 'other'
  /** Of a cell that holds a number, the number as it is written. */
  readonly text: string
  readonly span: Span
}

/** One row; cells that the file leaves out are absent. */
export type TableRow<Cell extends TableCell = TableCell> = {
  readonly span: Span
  readonly cells: readonly (Cell | undefined)[]
  /** Where a cell of that column would be put. Absent: at the end of the row. */
  placeOf?(column: number): number
}
