/** The namespace that a filter line is about (`ns:checkout`), where it names one exactly. */
export function filteredNamespace(q: string): string | null {
  const [, name = ''] = /(?:^|\s)ns:([^\s*"]+)(?=\s|$)/.exec(q) ?? []
  return name === '' ? null : name
}

/** The filter line with another namespace in it, or none. */
export function withNamespace(q: string, namespace: string | null): string {
  const rest = q
    .replaceAll(/(^|\s)ns:\S+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return namespace === null ? rest : `ns:${namespace} ${rest}`.trim()
}
