/** Adds a value to the list of a key. */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** Adds values to the list of a key; it has one afterwards even if there are none. */
export function appendAll<K, V>(lists: Map<K, V[]>, key: K, values: Iterable<V>): void {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  for (const value of values) list.push(value)
}

/** `Map.groupBy`, which Node.js 20 does not have: the items of each key, both in the order of the items. */
export function groupBy<K, V>(items: Iterable<V>, keyOf: (item: V) => K): Map<K, V[]> {
  const lists = new Map<K, V[]>()
  for (const item of items) append(lists, keyOf(item), item)
  return lists
}
