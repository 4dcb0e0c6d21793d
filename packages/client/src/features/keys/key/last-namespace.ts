import { readStored, store } from '../../../lib/browser-storage.ts'

const storageKey = (project: string) => `dragoman:last-namespace:${project}`

/** Returns the namespace of this project in which a key was last created in this browser; null: none. */
export function lastNamespace(project: string): string | null {
  return readStored(storageKey(project))
}

export function rememberNamespace(project: string, namespace: string): void {
  store(storageKey(project), namespace)
}
