import { readStored, store } from '../browser-storage.ts'
import { parseJson } from '../parse-json.ts'
import { createStore, type ReadableStore } from '../store.ts'

/** Keys that a person has chosen for shortcuts, by the id of the shortcut; stored in the browser. */

const STORAGE_KEY = 'dragoman-shortcuts'

const chosen = createStore(readChosen())

/** The chosen keys by shortcut, in this window. */
export const chosenKeys: ReadableStore<ReadonlyMap<string, string>> = chosen

/** Follows choices made in other windows. Returns a function that stops it. */
export function followChosenKeys(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) chosen.set(readChosen())
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Assigns other keys to a shortcut; null restores its own. */
export function chooseKeys(id: string, keys: string | null): void {
  const next = new Map(chosen.get())
  if (keys === null) next.delete(id)
  else next.set(id, keys)
  keep(next)
}

export function resetKeys(): void {
  keep(new Map())
}

function keep(next: ReadonlyMap<string, string>): void {
  store(STORAGE_KEY, JSON.stringify(Object.fromEntries(next)))
  chosen.set(next)
}

function readChosen(): ReadonlyMap<string, string> {
  const stored = parseJson(readStored(STORAGE_KEY))
  if (typeof stored !== 'object' || stored === null) return new Map()
  return new Map(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
