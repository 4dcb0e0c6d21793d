import { useState } from 'react'
import { type FollowedRows, followRow, type RowPlace } from './follow-row.ts'
import type { Position } from './position-after-key.ts'

/**
 * Returns a position in a grid, null at first, and a function to change it. It stays at its key when rows
 * above are added or removed; if its own row has left, it is at the row that has taken the place.
 */
export function useFollowedPosition<Key = number>(rows: FollowedRows<Key>) {
  const [place, setPlace] = useState<(RowPlace<Key> & Pick<Position, 'column'>) | null>(null)
  const now = place === null ? null : followRow(place, rows)
  if (place !== null && now !== null && now !== place) setPlace({ ...now, column: place.column })
  const at: Position | null = place === null ? null : { row: place.index, column: place.column }
  const setPosition = (next: Position | null) =>
    setPlace(next === null ? null : { index: next.row, key: rows.keyAt(next.row), column: next.column })
  return [at, setPosition] as const
}
