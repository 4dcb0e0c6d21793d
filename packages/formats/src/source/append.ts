/**
 * Adds `value` to the list of `key`; copying the list instead would take quadratic time for frequent keys.
 */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
