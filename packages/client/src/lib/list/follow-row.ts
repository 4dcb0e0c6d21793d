/** Where a row is: its index, and its key if it was loaded. */
export type RowPlace<Key = number> = { readonly index: number; readonly key: Key | null }

export type FollowedRows<Key = number> = {
  /** Returns the key of a row; null if it is not loaded. */
  readonly keyAt: (index: number) => Key | null
  /** Returns the index of a loaded row; -1 if there is none with that key. */
  readonly indexOf: (key: Key) => number
}

/**
 * Returns where a row is after rows above it were added or removed; if it has left the list, the row that has taken its
 * place. The same place while nothing has changed there.
 */
export function followRow<Key>(place: RowPlace<Key>, { keyAt, indexOf }: FollowedRows<Key>): RowPlace<Key> {
  const here = keyAt(place.index)
  if (here === null || here === place.key) return place
  const index = place.key === null ? -1 : indexOf(place.key)
  return index < 0 ? { index: place.index, key: here } : { index, key: place.key }
}
