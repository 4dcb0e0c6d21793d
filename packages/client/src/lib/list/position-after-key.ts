/** A cell of a grid; a row of a list, which has one column. */
export type Position = { readonly row: number; readonly column: number }

export type Grid = {
  readonly rows: number
  readonly columns: number
  /** Number of rows that Page Up and Page Down skip. */
  readonly page: number
  readonly isRightToLeft: boolean
}

/**
 * Returns the position that a navigation key moves to; null for other keys. Columns are counted in reading
 * direction.
 */
export function positionAfterKey(
  event: { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean },
  { row, column }: Position,
  { rows, columns, page, isRightToLeft }: Grid,
): Position | null {
  const isList = columns === 1
  const forward = isRightToLeft ? -1 : 1
  const isFar = event.ctrlKey || event.metaKey
  const to = (nextRow: number, nextColumn: number): Position => ({
    row: Math.max(0, Math.min(rows - 1, nextRow)),
    column: Math.max(0, Math.min(columns - 1, nextColumn)),
  })
  switch (event.key) {
    case 'ArrowDown':
      return to(isFar ? rows : row + 1, column)
    case 'ArrowUp':
      return to(isFar ? 0 : row - 1, column)
    case 'ArrowRight':
      return isList ? null : to(row, column + forward)
    case 'ArrowLeft':
      return isList ? null : to(row, column - forward)
    case 'PageDown':
      return to(row + page, column)
    case 'PageUp':
      return to(row - page, column)
    case 'Home':
      return to(isFar || isList ? 0 : row, 0)
    case 'End':
      return to(isFar || isList ? rows : row, columns)
    default:
      return null
  }
}
