import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef } from 'react'
import { isInOverlay, takesLetters } from '../focus/focus-places.ts'
import { isComposing } from '../is-composing.ts'
import { showToast } from '../notices/toast.ts'
import { createStore } from '../store.ts'
import { useStore } from '../use-store.ts'
import { chosenKeys, followChosenKeys } from './shortcut-keys.ts'

/**
 * A keyboard shortcut. `keys` is written like `mod+Enter`, `alt+ArrowUp`, `/`, `g k` (one after the other);
 * `mod` is ⌘ on Apple, Ctrl elsewhere.
 */
export type Shortcut = {
  readonly id: string
  readonly keys: string
  /** i18next key with namespace, e.g. `translations:shortcuts.save`. */
  readonly label: string
  /** i18next key of the heading in the list of shortcuts. */
  readonly group: string
  /** Also while the caret is in a field. Never applies to single letters. */
  readonly inFields?: boolean
  /** Holding the keys runs it again and again, as for moving. */
  readonly repeats?: boolean
  /** Also in an open dialog or menu; all others belong to the screen behind it. */
  readonly inOverlays?: boolean
  /**
   * Where the shortcut applies. Elsewhere the key keeps its own meaning: Enter presses the focused button.
   */
  readonly appliesAt?: (target: EventTarget | null) => boolean
  /** All others with the same keys take precedence, also those mounted earlier. */
  readonly yields?: boolean
  /** Why it cannot be used; pressing it shows the reason. */
  readonly refusal?: string | null
  /** Without it, the shortcut is only listed: its feature handles it. */
  readonly run?: (event: KeyboardEvent) => void
}

/**
 * A shortcut of the current screen with its current keys, which can be a person's choice, and its default
 * ones.
 */
export type ListedShortcut = Shortcut & { readonly ownKeys: string }

/** Saves or sends the text of a field. The editor lists it under this id; keys chosen there apply in all fields. */
export const SUBMIT = { id: 'save-next', keys: 'mod+Enter' } as const

/** Returns whether the keys of a shortcut were pressed, for a field that handles it itself. */
export function isPressed(shortcut: Pick<Shortcut, 'id' | 'keys'>, event: PressedEvent): boolean {
  return pressedKeys(event) === (chosenKeys.get().get(shortcut.id) ?? shortcut.keys)
}

/** Returns what handles `SUBMIT` in an area with fields. Dialogs that are opened from there have their own keys. */
export function onSubmitKeys(submit: () => void): (event: ReactKeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented || isComposing(event.nativeEvent) || !isPressed(SUBMIT, event)) return
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return
    event.preventDefault()
    if (!event.repeat) submit()
  }
}

const registered = new Set<readonly Shortcut[]>()
const listed = createStore<readonly ListedShortcut[]>([])

function publish(): void {
  const chosen = chosenKeys.get()
  listed.set(
    [...registered].flat().map((one): ListedShortcut => {
      const keys = one.run === undefined ? undefined : chosen.get(one.id)
      return { ...one, keys: keys ?? one.keys, ownKeys: one.keys }
    }),
  )
}

/**
 * Handles the shortcuts while mounted and lists them on `?`. Those mounted last take precedence, except for those that
 * yield.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const signature = shortcuts.map((one) => `${one.id}|${one.keys}|${one.label}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature represents the list, whose functions change with every render
  useEffect(() => {
    const entry = latest.current.map((one): Shortcut => {
      const runLatest = (event: KeyboardEvent) => {
        const now = latest.current.find(({ id }) => id === one.id)
        if (typeof now?.refusal === 'string') showToast(now.refusal)
        else now?.run?.(event)
      }
      return one.run === undefined ? one : { ...one, run: runLatest }
    })
    registered.add(entry)
    publish()
    return () => {
      registered.delete(entry)
      publish()
    }
  }, [signature])
}

/** Returns the current keys for default ones: those that a person has chosen, or the same. */
export function useCurrentKeys(keys: string): string {
  const current = useStore(listed).find((one) => one.ownKeys === keys)?.keys
  const submit = useStore(chosenKeys).get(SUBMIT.id)
  return current ?? (keys === SUBMIT.keys ? submit : undefined) ?? keys
}

/** Returns all shortcuts of the current screen. */
export function useShortcutList(): readonly ListedShortcut[] {
  return useStore(listed)
}

export const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['mod', isApple ? '⌘' : 'Ctrl'],
  ['alt', isApple ? '⌥' : 'Alt'],
  ['shift', isApple ? '⇧' : 'Shift'],
  ['Enter', '↵'],
  ['ArrowUp', '↑'],
  ['ArrowDown', '↓'],
  ['ArrowLeft', '←'],
  ['ArrowRight', '→'],
  ['Escape', 'Esc'],
  ['Space', '␣'],
])

/** Returns the keys as printed on keyboards: `mod+Enter` → `Ctrl`, `↵`. */
export function keySigns(keys: string): readonly string[] {
  // A capital without a modifier would read as Shift.
  const letter = (key: string) => (keys.includes('+') ? key.toUpperCase() : key)
  return keys.split(/[+ ](?=.)/).map((key) => SIGNS.get(key) ?? (key.length === 1 ? letter(key) : key))
}

const CHORD_MS = 1200
let pendingKey = ''
let pendingAt = 0

/**
 * Starts the page's only listener. Returns a function that stops it. In an open dialog or menu, only shortcuts with
 * `inOverlays` apply: others would act on the screen behind it. Where letters select an option of a closed choice, only
 * shortcuts with a modifier apply.
 */
export function startShortcuts(target: Document = document): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isComposing(event)) return
    const inField = isField(event.target)
    const inOverlay = isInOverlay(event.target)
    const areLettersTaken = takesLetters(event.target)
    const pressed = pressedKeys(event)
    const chord =
      pendingKey !== '' && event.timeStamp - pendingAt < CHORD_MS ? `${pendingKey} ${pressed}` : ''
    const lastWith = (keys: string) => {
      const found = listed
        .get()
        .filter(
          (one) =>
            one.run !== undefined &&
            one.keys === keys &&
            (!inField || one.inFields === true) &&
            (inOverlay ? one.inOverlays === true : !areLettersTaken || isWithModifier(one.keys)) &&
            one.appliesAt?.(event.target) !== false,
        )
      // Keys that a person has chosen do what was chosen, also where an action of the screen has them by default.
      const chosen = found.findLast((one) => one.keys !== one.ownKeys)
      return chosen ?? found.findLast((one) => one.yields !== true) ?? found.at(-1)
    }
    // After `g`, `a` completes `g a`, even if the screen has an `a` of its own.
    const found = (chord === '' ? undefined : lastWith(chord)) ?? lastWith(pressed)
    pendingKey = !inField && !areLettersTaken && /^[a-z]$/.test(pressed) && found === undefined ? pressed : ''
    pendingAt = event.timeStamp
    if (found === undefined) return
    event.preventDefault()
    if (!event.repeat || found.repeats === true) found.run?.(event)
  }
  target.addEventListener('keydown', onKeyDown)
  const stopChosen = chosenKeys.subscribe(publish)
  const stopFollowing = followChosenKeys()
  return () => {
    target.removeEventListener('keydown', onKeyDown)
    stopChosen()
    stopFollowing()
  }
}

type PressedEvent = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'getModifierState'>>

/**
 * Returns the keys of an event in the notation of `Shortcut.keys`. With a modifier that no shortcut has, which is Ctrl on
 * Apple and the Windows key elsewhere, they match none: the letter alone can approve a text.
 */
export function pressedKeys(event: PressedEvent, isOnApple: boolean = isApple): string {
  const parts: string[] = []
  if (isOnApple && event.ctrlKey) parts.push('ctrl')
  if (!isOnApple && event.metaKey) parts.push('meta')
  if (isOnApple ? event.metaKey : event.ctrlKey) parts.push('mod')
  if (event.altKey) parts.push('alt')
  const key = keyOf(event)
  const isSign = key.length === 1 && !/[a-z]/i.test(key)
  if (event.shiftKey && (!isSign || parts.length > 0)) parts.push('shift')
  parts.push(key.length === 1 ? key.toLowerCase() : key)
  return parts.join('+')
}

function keyOf(event: PressedEvent): string {
  const { key, code, altKey } = event
  // Alt changes the letter on many layouts, so the physical key is used.
  const physical = altKey ? /^(?:Key|Digit)(.)$/.exec(code)?.[1] : undefined
  if (physical !== undefined) return physical
  if (key === ' ') return 'Space'
  if (QUESTION_MARK.test(key)) return '?'
  const isOtherScript = NON_LATIN.test(key) && event.getModifierState?.('AltGraph') !== true
  return (isOtherScript ? latinKey(event) : undefined) ?? key
}

/** Those of Arabic and Persian, Armenian, Ethiopic and East Asian layouts. */
const QUESTION_MARK = /^[؟՞፧？]$/

/** One key can type two letters, as in Arabic, or only a vowel sign, as in Hindi. */
const NON_LATIN = /^(?:(?![\p{Script=Latin}\p{Script=Inherited}0-9])[\p{L}\p{M}\p{Nd}])+$/u

/**
 * Returns what a key of another script counts as: a digit as the same digit, a letter as what the physical key types on
 * a Latin layout, because layouts of other scripts have no Latin letters, and some of them no `/` or `?`.
 */
function latinKey({ key, code, shiftKey }: PressedEvent): string | undefined {
  if (/^\p{Nd}$/u.test(key)) return digitOf(key)
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return (shiftKey ? /^Key(.)$/ : /^(?:Key|Digit)(.)$/).exec(code)?.[1]
}

/** Returns the ASCII digit for a digit of any script. Unicode has the ten digits of a script in a row, from zero. */
function digitOf(digit: string): string {
  const own = digit.codePointAt(0) ?? 0
  let zero = own
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((own - zero) % 10)
}

function isWithModifier(keys: string): boolean {
  return /^(?:mod|alt)\+/.test(keys)
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit', 'file'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
