import type { RowAt } from './use-grid-rows.ts'

export type Loading = {
  /** Loads the pages of these rows, and returns a function to read all rows of these pages. */
  readonly load: (first: number, last: number) => Promise<RowAt>
  /** Reads the rows as the person has last seen them. */
  readonly shown: RowAt
  /** Number of rows of a page. */
  readonly pageSize: number
}

/**
 * Loads rows, and returns a function to read each at the index at which it was shown, although others might have been
 * added or removed above it. Returns null if the rows that were shown are no longer next to each other.
 */
export async function loadSameRows(
  { load, shown, pageSize }: Loading,
  first: number,
  last: number,
): Promise<RowAt | null> {
  // Read before loading, which can take long.
  const expected: { readonly index: number; readonly keyId: number }[] = []
  for (let index = first; index <= last; index++) {
    const keyId = shown(index)?.key.id
    if (keyId !== undefined) expected.push({ index, keyId })
  }
  let loaded = await load(first, last)
  const [anchor] = expected
  if (anchor === undefined) return loaded
  const now = indexOfKey(loaded, anchor.keyId, first - pageSize, last + pageSize)
  if (now === -1) return null
  const shift = now - anchor.index
  if (shift !== 0) loaded = await load(Math.max(0, first + shift), last + shift)
  const rowAt: RowAt = (index) => loaded(index + shift)
  return expected.every(({ index, keyId }) => rowAt(index)?.key.id === keyId) ? rowAt : null
}

/** Returns the index of a key among these rows; -1 if none of them has it. */
export function indexOfKey(rowAt: RowAt, keyId: number, first: number, last: number): number {
  for (let at = Math.max(0, first); at <= last; at++) if (rowAt(at)?.key.id === keyId) return at
  return -1
}

/** Returns a function that returns the key of a row; null if it is not loaded. */
export function keyIn(rowAt: RowAt): (index: number) => number | null {
  return (index) => rowAt(index)?.key.id ?? null
}
