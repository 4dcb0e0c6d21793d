import { LIMITS } from '@dragoman/core'
import { type FollowedRows, followRow, type RowPlace } from './follow-row.ts'

/** Keys of the selected rows, and the row from which a range extends. */
export type RowSelection = { readonly keys: ReadonlySet<number>; readonly anchor: RowPlace | null }

export const NO_ROWS: RowSelection = { keys: new Set(), anchor: null }

/** Toggles one row, which becomes the start of a range. */
export function toggleRow(selection: RowSelection, key: number, index: number): RowSelection {
  const keys = new Set(selection.keys)
  if (!keys.delete(key) && keys.size < LIMITS.bulkKeysMax) keys.add(key)
  return { keys, anchor: { index, key } }
}

/** Selects all rows that are loaded, up to the limit of one bulk edit. */
export function selectAll(count: number, keyAt: FollowedRows['keyAt']): RowSelection {
  return { ...NO_ROWS, keys: withRange(NO_ROWS.keys, { first: 0, last: count - 1 }, keyAt) }
}

/** Keeps the anchor at its row after rows above it were added or removed. The same selection if it is there. */
export function withFollowedAnchor(selection: RowSelection, rows: FollowedRows): RowSelection {
  const { anchor } = selection
  const now = anchor === null ? null : followRow(anchor, rows)
  return now === anchor ? selection : { ...selection, anchor: now }
}

/** Deselects rows. Others that were selected meanwhile stay selected. */
export function withoutRows(selection: RowSelection, gone: readonly number[]): RowSelection {
  const keys = new Set(selection.keys)
  for (const key of gone) keys.delete(key)
  return keys.size === 0 ? NO_ROWS : { ...selection, keys }
}

type RowRange = { readonly first: number; readonly last: number }

/** Returns the rows to load before `selectTo`: at most as many as one bulk edit accepts. */
export function rowsOfRange({ anchor }: RowSelection, index: number): RowRange {
  const start = anchor?.index ?? index
  const first = Math.min(start, index)
  return { first, last: Math.min(Math.max(start, index), first + LIMITS.bulkKeysMax - 1) }
}

/**
 * Selects all rows from the anchor to `index`. `keyAt` returns the key of a row; rows that are not loaded are
 * left out, and so are those beyond the limit of one bulk edit.
 */
export function selectTo(selection: RowSelection, index: number, keyAt: FollowedRows['keyAt']): RowSelection {
  const anchor = selection.anchor ?? { index, key: keyAt(index) }
  const range = { first: Math.min(anchor.index, index), last: Math.max(anchor.index, index) }
  return { keys: withRange(selection.keys, range, keyAt), anchor }
}

function withRange(
  selected: ReadonlySet<number>,
  { first, last }: RowRange,
  keyAt: FollowedRows['keyAt'],
): ReadonlySet<number> {
  const keys = new Set(selected)
  for (let at = first; at <= last && keys.size < LIMITS.bulkKeysMax; at++) {
    const key = keyAt(at)
    if (key !== null) keys.add(key)
  }
  return keys
}
