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

let chosen: ReadonlyMap<string, string> = readChosen()
const listeners = new Set<() => void>()

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY) replaceChosen(readChosen())
  })
}

export function chosenKeys(): ReadonlyMap<string, string> {
  return chosen
}

/** Calls back when any choice changes, here or in another window. Returns the way to stop. */
export function onChosenKeys(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Gives a shortcut other keys; null gives it its own back. */
export function chooseKeys(id: string, keys: string | null): void {
  const next = new Map(chosen)
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
  replaceChosen(next)
}

function replaceChosen(next: ReadonlyMap<string, string>): void {
  chosen = next
  for (const listener of listeners) listener()
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
