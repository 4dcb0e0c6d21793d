const storageKey = (project: string) => `dragoman-language:${project}`

/** Returns the language that was last opened in a project in this browser; null: none, or storage is disabled. */
export function openedLanguage(project: string): string | null {
  try {
    return localStorage.getItem(storageKey(project))
  } catch {
    return null
  }
}

export function rememberLanguage(project: string, language: string): void {
  try {
    localStorage.setItem(storageKey(project), language)
  } catch {
    // storage is disabled: the first language is used next time
  }
}
