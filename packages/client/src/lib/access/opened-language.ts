import { readStored, store } from '../browser-storage.ts'

const storageKey = (project: string) => `dragoman-language:${project}`

/** Returns the language that was last opened in a project in this browser; null: none. */
export function openedLanguage(project: string): string | null {
  return readStored(storageKey(project))
}

export function rememberLanguage(project: string, language: string): void {
  store(storageKey(project), language)
}
