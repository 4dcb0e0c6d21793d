/**
 * Returns a key's name in readable form: gettext separates a message's context with a character that no font
 * has, and keys that are texts contain line breaks and tabs, which are replaced by symbols.
 */
export function shownKeyName(name: string): string {
  return withSigns(name.replaceAll(CONTEXT_END, ' › '))
}

/** Returns the name for a single-line field, with symbols for characters that could not be typed. */
export function keyNameToType(name: string): string {
  return withSigns(name)
}

/**
 * Returns the name that was typed for a key: symbols that replaced characters of the current name are
 * converted back.
 */
export function typedKeyName(typed: string, now: string): string {
  const meant = new Map(
    [...now]
      .filter((character) => CONTROL.test(character))
      .map((character) => [signOf(character), character]),
  )
  return meant.size === 0 ? typed : [...typed].map((character) => meant.get(character) ?? character).join('')
}

const CONTEXT_END = '\u0004'
const CONTROL = /[\u0001-\u001f\u007f-\u009f]/
const EVERY_CONTROL = new RegExp(CONTROL, 'g')
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['\n', '⏎'],
  ['\t', '⇥'],
  ['\u007f', '␡'],
])

function withSigns(name: string): string {
  return CONTROL.test(name) ? name.replace(EVERY_CONTROL, signOf) : name
}

/** Returns the Unicode symbols of control characters; others look like a box. */
function signOf(character: string): string {
  const code = character.charCodeAt(0)
  return SIGNS.get(character) ?? (code < 0x20 ? String.fromCharCode(0x2400 + code) : '▯')
}
