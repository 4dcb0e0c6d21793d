import type { Position } from '../../../lib/list/position-after-key.ts'

/** First column with texts, after the checkbox (0) and the key (1). */
export const FIRST_TEXT_COLUMN = 2

/** A rectangle of text cells, both ends inclusive. */
export type CellRange = {
  readonly top: number
  readonly bottom: number
  readonly first: number
  readonly last: number
}

/** Returns the texts between two cells; null if neither end is a text. */
export function rangeBetween(anchor: Position, focus: Position): CellRange | null {
  const last = Math.max(anchor.column, focus.column)
  if (last < FIRST_TEXT_COLUMN) return null
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    first: Math.max(FIRST_TEXT_COLUMN, Math.min(anchor.column, focus.column)),
    last,
  }
}
