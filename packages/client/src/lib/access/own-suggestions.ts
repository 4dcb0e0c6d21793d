import { readStored, store } from '../browser-storage.ts'
import { parseJson } from '../parse-json.ts'
import { createStore } from '../store.ts'
import { useStore } from '../use-store.ts'

/** A suggestion that someone without an account made in this browser. */
export type OwnSuggestion = {
  readonly id: number
  readonly keyId: number
  readonly keyName: string
  readonly language: string
}

/** Older ones are forgotten. */
const KEPT = 50
const storageKey = (project: string) => `dragoman-suggestions:${project}`
const changes = createStore(0)

/** Returns the suggestions made in this browser, the newest first. */
export function ownSuggestions(project: string): readonly OwnSuggestion[] {
  const kept = parseJson(readStored(storageKey(project)))
  return Array.isArray(kept) ? kept.filter(isOwnSuggestion) : []
}

export function rememberSuggestion(project: string, suggestion: OwnSuggestion): void {
  const others = ownSuggestions(project).filter(({ id }) => id !== suggestion.id)
  store(storageKey(project), JSON.stringify([suggestion, ...others].slice(0, KEPT)))
  changes.set(changes.get() + 1)
}

/** Follows `ownSuggestions`. */
export function useOwnSuggestions(project: string): readonly OwnSuggestion[] {
  useStore(changes)
  return ownSuggestions(project)
}

function isOwnSuggestion(value: unknown): value is OwnSuggestion {
  if (typeof value !== 'object' || value === null) return false
  const { id, keyId, keyName, language } = value as Record<string, unknown>
  return (
    typeof id === 'number' &&
    typeof keyId === 'number' &&
    typeof keyName === 'string' &&
    typeof language === 'string'
  )
}
