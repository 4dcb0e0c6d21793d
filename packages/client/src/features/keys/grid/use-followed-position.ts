import { useState } from 'react'
import { followRow, type RowPlace } from '../../../lib/list/follow-row.ts'
import type { Position } from '../../../lib/list/position-after-key.ts'
import { keyIn } from './load-same-rows.ts'
import type { GridRows } from './use-grid-rows.ts'

/**
 * Returns a position in the grid, null at first, and a function to change it. It stays at its key when rows
 * above are added or removed; if its own row has left, it is at the row that has taken the place.
 */
export function useFollowedPosition({ rowAt, indexOf }: Pick<GridRows, 'rowAt' | 'indexOf'>) {
  const [place, setPlace] = useState<(RowPlace & Pick<Position, 'column'>) | null>(null)
  const keyAt = keyIn(rowAt)
  const now = place === null ? null : followRow(place, { keyAt, indexOf })
  if (place !== null && now !== null && now !== place) setPlace({ ...now, column: place.column })
  const at: Position | null = place === null ? null : { row: place.index, column: place.column }
  const setPosition = (next: Position | null) =>
    setPlace(next === null ? null : { index: next.row, key: keyAt(next.row), column: next.column })
  return [at, setPosition] as const
}
