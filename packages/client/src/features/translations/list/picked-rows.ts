/** Rows picked for a bulk action, and from where a range is drawn. */
export type PickedRows = {
  readonly keys: ReadonlySet<number>
  readonly anchor: number | null
  /** All that match the filter, loaded or not. */
  readonly isAll: boolean
}

export const NO_ROWS: PickedRows = { keys: new Set(), anchor: null, isAll: false }
export const ALL_ROWS: PickedRows = { ...NO_ROWS, isAll: true }

/** Most keys that one bulk action takes. */
export const MAX_PICKED = 10_000

/** Picks or drops one row; it becomes the start of a range. */
export function togglePicked(picked: PickedRows, key: number, index: number): PickedRows {
  const keys = new Set(picked.keys)
  if (!keys.delete(key) && keys.size < MAX_PICKED) keys.add(key)
  return { keys, anchor: index, isAll: false }
}

/** Picks all rows from the anchor to `index`; rows that are not loaded are left out. */
export function pickTo(
  picked: PickedRows,
  index: number,
  keyAt: (index: number) => number | null,
): PickedRows {
  const anchor = picked.anchor ?? index
  const keys = new Set(picked.keys)
  for (let at = Math.min(anchor, index); at <= Math.max(anchor, index) && keys.size < MAX_PICKED; at++) {
    const key = keyAt(at)
    if (key !== null) keys.add(key)
  }
  return { keys, anchor, isAll: false }
}
