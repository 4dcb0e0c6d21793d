import { SCREEN_KEYS, SHARED_KEYS, screenOf } from './all-shortcut-keys.ts'
import { chosenKeys } from './shortcut-keys.ts'

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

/** Keys of the system, see `pressedKeys`. */
const SYSTEM_KEYS = /^(?:ctrl|meta)\+/

export type KeysRefusal = 'browser' | 'needs-modifier' | 'taken' | 'taken-elsewhere'

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
  if (BROWSER_KEYS.has(keys) || NAVIGATION_KEYS.has(keys) || SYSTEM_KEYS.test(keys)) return 'browser'
  if (shortcut.inFields === true && !/^(?:mod|alt)\+|^(?:shift\+)?F\d+$/.test(keys)) return 'needs-modifier'
  if (others.some((other) => other.id !== shortcut.id && hasKeys(other, keys))) return 'taken'
  return isTakenElsewhere(keys, shortcut.id) ? 'taken-elsewhere' : null
}

/** Whether a shortcut has these keys, or a chord that begins with them. */
export function hasKeys(shortcut: Pick<KeysCandidate, 'keys'>, keys: string): boolean {
  return shortcut.keys === keys || shortcut.keys.startsWith(`${keys} `)
}

/**
 * Returns whether a shortcut has these keys, by default or by choice, that can be on the same screen as this one, although
 * it is not there now: moving in a list must not approve texts on another screen, and some shortcuts of a screen exist only
 * for some of its strings.
 */
function isTakenElsewhere(keys: string, id: string): boolean {
  if (keys === (SHARED_KEYS.get(id) ?? SCREEN_KEYS.get(id))) return false
  const others = isShared(id) ? [...SHARED_KEYS, ...SCREEN_KEYS] : [...SHARED_KEYS]
  const chosenElsewhere = [...chosenKeys.get()].filter(([other]) => isShared(id) || isShared(other))
  const onScreen = [...SCREEN_KEYS]
    .filter(([other]) => screenOf(other) === screenOf(id))
    .map(([other, own]) => [other, chosenKeys.get().get(other) ?? own] as const)
  return [...others, ...chosenElsewhere, ...onScreen].some(([other, taken]) => other !== id && taken === keys)
}

const isShared = (id: string): boolean => SHARED_KEYS.has(id) || id.startsWith('go-')
