import { LIMITS } from '@dragoman/core'

/** Keys of the selected rows, and the row from which a range extends. */
export type RowSelection = { readonly keys: ReadonlySet<number>; readonly anchor: number | null }

export const NO_ROWS: RowSelection = { keys: new Set(), anchor: null }

/** Toggles one row, which becomes the start of a range. */
export function toggleRow(selection: RowSelection, key: number, index: number): RowSelection {
  const keys = new Set(selection.keys)
  if (!keys.delete(key) && keys.size < LIMITS.bulkKeysMax) keys.add(key)
  return { keys, anchor: index }
}

/** Deselects rows. Others that were selected meanwhile stay selected. */
export function withoutRows(selection: RowSelection, gone: readonly number[]): RowSelection {
  const keys = new Set(selection.keys)
  for (const key of gone) keys.delete(key)
  return keys.size === 0 ? NO_ROWS : { ...selection, keys }
}

/** Returns the rows to load before `selectTo`: at most as many as one bulk edit accepts. */
export function rowsOfRange(
  { anchor }: RowSelection,
  index: number,
): { readonly first: number; readonly last: number } {
  const first = Math.min(anchor ?? index, index)
  return { first, last: Math.min(Math.max(anchor ?? index, index), first + LIMITS.bulkKeysMax - 1) }
}

/**
 * Selects all rows from the anchor to `index`. `keyAt` returns the key of a row; rows that are not loaded are
 * left out, and so are those beyond the limit of one bulk edit.
 */
export function selectTo(
  selection: RowSelection,
  index: number,
  keyAt: (index: number) => number | null,
): RowSelection {
  const anchor = selection.anchor ?? index
  const keys = new Set(selection.keys)
  const last = Math.max(anchor, index)
  for (let at = Math.min(anchor, index); at <= last && keys.size < LIMITS.bulkKeysMax; at++) {
    const key = keyAt(at)
    if (key !== null) keys.add(key)
  }
  return { keys, anchor }
}
