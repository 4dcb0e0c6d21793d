import { createStore, type ReadableStore } from '../store.ts'

/**
 * Keys that a person has chosen for a shortcut instead of its own, by the id of the shortcut; kept on the
 * device.
 */

const STORAGE_KEY = 'dragoman-shortcuts'

/** What a browser keeps for itself, or what nobody would find again without it. */
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

export type KeysRefusal = 'browser' | 'needs-modifier' | 'taken'

const chosen = createStore(readChosen())

/** The chosen keys by shortcut, as they are in this window. */
export const chosenKeys: ReadableStore<ReadonlyMap<string, string>> = chosen

/** Follows what is chosen in other windows. Returns the way to stop. */
export function followChosenKeys(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) chosen.set(readChosen())
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Gives a shortcut other keys; null gives it its own back. */
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
 * Why a shortcut cannot have these keys; null where it can. `others` are all shortcuts as they are now: two
 * that work on one screen must differ. One that works while typing needs a modifier or a function key, since
 * letters would be taken from the text.
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
  return isTaken ? 'taken' : null
}

function keep(next: ReadonlyMap<string, string>): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(next)))
  } catch {
    // storage is switched off: the choice holds until the page is loaded again
  }
  chosen.set(next)
}

function readChosen(): ReadonlyMap<string, string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return new Map()
    return new Map(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return new Map() // storage is switched off, or what it holds is not ours
  }
}
