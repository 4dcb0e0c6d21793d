import { readStored, store } from '../../lib/browser-storage.ts'

const STORAGE_KEY = 'dragoman-project'

/** Returns the project this person opened last in this browser; null: none. */
export function lastProject(): string | null {
  return readStored(STORAGE_KEY)
}

export function rememberProject(slug: string): void {
  store(STORAGE_KEY, slug)
}
