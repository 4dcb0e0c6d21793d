/** Returns a function that computes a value at its first call and caches it. */
export function lazy<T>(find: () => T): () => T {
  let found: { readonly value: T } | null = null
  return () => {
    found ??= { value: find() }
    return found.value
  }
}
