import { isApple } from './shortcuts.ts'

/** The parts of a key press that decide whether it types text. */
export type TextKey = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly getModifierState: (modifier: 'AltGraph') => boolean
}

/**
 * Whether a key press types text into a field: a letter or sign, a dead key, or the first key of an input method. Keys
 * held for another letter of the same key are part of it: Option on a Mac, and AltGr, which Windows also reports as Ctrl
 * and Alt.
 */
export function typesText(event: TextKey, isOnApple: boolean = isApple): boolean {
  if (!isTextKey(event.key)) return false
  if (event.getModifierState('AltGraph')) return true
  return !event.ctrlKey && !event.metaKey && (!event.altKey || isOnApple)
}

/** The names of other keys, such as `Enter`, have several ASCII letters; an Arabic key types two letters. */
function isTextKey(key: string): boolean {
  const isText = [...key].length === 1 || /\P{ASCII}/u.test(key)
  return isText || key === 'Dead' || key === 'Process' || key === 'Unidentified'
}
