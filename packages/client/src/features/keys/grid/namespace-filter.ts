/** Returns the namespace in a filter (`ns:checkout`) if it names exactly one. */
export function filteredNamespace(q: string): string | null {
  const [, name = ''] = /(?:^|\s)ns:([^\s*"]+)(?=\s|$)/.exec(q) ?? []
  return name === '' ? null : name
}

/** Returns the filter with another namespace, or none. */
export function withNamespace(q: string, namespace: string | null): string {
  const rest = q
    .replaceAll(/(^|\s)ns:\S+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return namespace === null ? rest : `ns:${namespace} ${rest}`.trim()
}
