const NAME = 'dragoman:last-namespace'

/**
 * The namespace that a new key was last made in, of this project; null where none was, or storage is switched
 * off.
 */
export function lastNamespace(project: string): string | null {
  try {
    return localStorage.getItem(`${NAME}:${project}`)
  } catch {
    return null // reading `localStorage` throws where cookies are forbidden
  }
}

export function rememberNamespace(project: string, namespace: string): void {
  try {
    localStorage.setItem(`${NAME}:${project}`, namespace)
  } catch {
    // a default that is not remembered is no loss
  }
}

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
