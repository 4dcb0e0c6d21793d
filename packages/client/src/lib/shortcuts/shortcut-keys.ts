import { readStored, store } from '../local-storage.ts'
import { createStore, type ReadableStore } from '../store.ts'
import { SCREEN_KEYS, SHARED_KEYS } from './all-shortcut-keys.ts'

/** Keys that a person has chosen for shortcuts, by the id of the shortcut; stored in the browser. */

const STORAGE_KEY = 'dragoman-shortcuts'

/** Keys that browsers reserve, or whose loss would strand people. */
const BROWSER_KEYS = new Set(
  [
    'f',
    'l',
    't',
    'w',
    'n',
    'r',
    'p',
    'q',
    'c',
    'v',
    'x',
    'a',
    'z',
    'y',
    'shift+t',
    'shift+n',
    'shift+w',
    'Tab',
  ].map((key) => `mod+${key}`),
)
const NAVIGATION_KEYS = new Set([
  'Tab',
  'shift+Tab',
  'Escape',
  'Enter',
  'Space',
  'F5',
  'F11',
  'F12',
  'alt+F4',
  'alt+ArrowLeft',
  'alt+ArrowRight',
])

export type KeysRefusal = 'browser' | 'needs-modifier' | 'taken' | 'taken-elsewhere'

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

export type KeysCandidate = { readonly id: string; readonly keys: string; readonly inFields?: boolean }

/**
 * Returns why a shortcut cannot have these keys; null if it can. `others` are all current shortcuts: two that can be on
 * the same screen must differ. One that works while typing needs a modifier or a function key, because
 * letters belong to the text.
 */
export function refusalOf(
  keys: string,
  shortcut: KeysCandidate,
  others: readonly KeysCandidate[],
): KeysRefusal | null {
  if (BROWSER_KEYS.has(keys) || NAVIGATION_KEYS.has(keys)) return 'browser'
  if (shortcut.inFields === true && !/^(?:mod|alt)\+|^(?:shift\+)?F\d+$/.test(keys)) return 'needs-modifier'
  const isTaken = others.some(
    (other) => other.id !== shortcut.id && (other.keys === keys || other.keys.startsWith(`${keys} `)),
  )
  if (isTaken) return 'taken'
  return isTakenElsewhere(keys, shortcut.id) ? 'taken-elsewhere' : null
}

/**
 * Returns whether a shortcut has these keys, by default or by choice, that can be on the same screen as this one, although
 * it is not there now: moving in a list must not approve texts on another screen.
 */
function isTakenElsewhere(keys: string, id: string): boolean {
  if (keys === (SHARED_KEYS.get(id) ?? SCREEN_KEYS.get(id))) return false
  const others = isShared(id) ? [...SHARED_KEYS, ...SCREEN_KEYS] : [...SHARED_KEYS]
  const chosenElsewhere = [...chosen.get()].filter(([other]) => isShared(id) || isShared(other))
  return [...others, ...chosenElsewhere].some(([other, taken]) => other !== id && taken === keys)
}

const isShared = (id: string): boolean => SHARED_KEYS.has(id) || id.startsWith('go-')

function keep(next: ReadonlyMap<string, string>): void {
  store(STORAGE_KEY, JSON.stringify(Object.fromEntries(next)))
  chosen.set(next)
}

function readChosen(): ReadonlyMap<string, string> {
  try {
    const stored: unknown = JSON.parse(readStored(STORAGE_KEY) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return new Map()
    return new Map(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return new Map() // it is not JSON
  }
}
