const NAME = 'dragoman:last-namespace'

/**
 * Returns the namespace of this project in which a key was last created; null if there is none, or if storage
 * is disabled.
 */
export function lastNamespace(project: string): string | null {
  try {
    return localStorage.getItem(`${NAME}:${project}`)
  } catch {
    return null // reading `localStorage` throws if cookies are blocked
  }
}

export function rememberNamespace(project: string, namespace: string): void {
  try {
    localStorage.setItem(`${NAME}:${project}`, namespace)
  } catch {
    // not remembering a default does no harm
  }
}
