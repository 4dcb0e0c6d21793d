const STORAGE_KEY = 'dragoman-project'

/** Returns the project this person opened last in this browser; null: none. */
export function lastProject(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null // storage is disabled
  }
}

export function rememberProject(slug: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, slug)
  } catch {
    // storage is disabled: screens outside a project have no rail then
  }
}
