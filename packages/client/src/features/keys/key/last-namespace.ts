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
