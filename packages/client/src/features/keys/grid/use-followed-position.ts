import { useState } from 'react'
import type { Position } from '../../../lib/list/position-after-key.ts'
import type { GridRows } from './use-grid-rows.ts'

const NOWHERE: { readonly at: Position | null; readonly keyId: number | null } = { at: null, keyId: null }

/**
 * Returns a position in the grid, null at first, and a function to change it. It stays at its key when rows
 * above are added or removed; if its own row has left, it is at the row that has taken the place.
 */
export function useFollowedPosition({ rowAt, indexOf }: Pick<GridRows, 'rowAt' | 'indexOf'>) {
  const [{ at, keyId }, setPlace] = useState(NOWHERE)
  const here = at === null ? undefined : rowAt(at.row)?.key.id
  if (at !== null && here !== undefined && here !== keyId) {
    const row = keyId === null ? -1 : indexOf(keyId)
    setPlace(row < 0 ? { at, keyId: here } : { at: { ...at, row }, keyId })
  }
  const setPosition = (next: Position | null) =>
    setPlace({ at: next, keyId: next === null ? null : (rowAt(next.row)?.key.id ?? null) })
  return [at, setPosition] as const
}
