/** Where a row is: its index, and its key if it was loaded. */
export type RowPlace = { readonly index: number; readonly key: number | null }

export type FollowedRows = {
  /** Returns the key of a row; null if it is not loaded. */
  readonly keyAt: (index: number) => number | null
  /** Returns the index of a loaded row; -1 if there is none with that key. */
  readonly indexOf: (key: number) => number
}

/**
 * Returns where a row is after rows above it were added or removed; if it has left the list, the row that has taken its
 * place. The same place while nothing has changed there.
 */
export function followRow(place: RowPlace, { keyAt, indexOf }: FollowedRows): RowPlace {
  const here = keyAt(place.index)
  if (here === null || here === place.key) return place
  const index = place.key === null ? -1 : indexOf(place.key)
  return index < 0 ? { index: place.index, key: here } : { index, key: place.key }
}
