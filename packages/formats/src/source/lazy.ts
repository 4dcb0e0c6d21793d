/** Something that takes time to find out, found out when it is first asked for. */
export function lazy<T>(find: () => T): () => T {
  let found: { readonly value: T } | null = null
  return () => {
    found ??= { value: find() }
    return found.value
  }
}
