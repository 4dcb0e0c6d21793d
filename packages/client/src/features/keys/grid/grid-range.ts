/** One cell; columns include the checkbox (0) and the key (1). */
export type CellPlace = { readonly row: number; readonly column: number }

/** First column with texts. */
export const FIRST_TEXT_COLUMN = 2

/** A rectangle of text cells, both ends inclusive. */
export type CellRange = {
  readonly top: number
  readonly bottom: number
  readonly first: number
  readonly last: number
}

/** Returns the texts between two cells; null if neither end is a text. */
export function rangeBetween(anchor: CellPlace, focus: CellPlace): CellRange | null {
  const last = Math.max(anchor.column, focus.column)
  if (last < FIRST_TEXT_COLUMN) return null
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    first: Math.max(FIRST_TEXT_COLUMN, Math.min(anchor.column, focus.column)),
    last,
  }
}

export function isInRange(range: CellRange | null, { row, column }: CellPlace): boolean {
  return (
    range !== null && row >= range.top && row <= range.bottom && column >= range.first && column <= range.last
  )
}

/**
 * Returns the cell that a navigation key moves to; null for other keys. Columns are counted in reading
 * direction.
 */
export function placeAfterKey(
  event: { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean },
  at: CellPlace,
  grid: {
    readonly rows: number
    readonly columns: number
    readonly page: number
    readonly isRightToLeft: boolean
  },
): CellPlace | null {
  const forward = grid.isRightToLeft ? -1 : 1
  const far = event.ctrlKey || event.metaKey
  const { row, column } = at
  const to = (nextRow: number, nextColumn: number): CellPlace => ({
    row: Math.max(0, Math.min(grid.rows - 1, nextRow)),
    column: Math.max(0, Math.min(grid.columns - 1, nextColumn)),
  })
  switch (event.key) {
    case 'ArrowDown':
      return to(far ? grid.rows : row + 1, column)
    case 'ArrowUp':
      return to(far ? 0 : row - 1, column)
    case 'ArrowRight':
      return to(row, column + forward)
    case 'ArrowLeft':
      return to(row, column - forward)
    case 'PageDown':
      return to(row + grid.page, column)
    case 'PageUp':
      return to(row - grid.page, column)
    case 'Home':
      return to(far ? 0 : row, 0)
    case 'End':
      return to(far ? grid.rows : row, grid.columns)
    default:
      return null
  }
}
