/**
 * A key's name as people read it: gettext keeps a message's context before a sign that no font has, and keys
 * that are texts have line breaks and tabs, which get a sign each.
 */
export function shownKeyName(name: string): string {
  return withSigns(name.replaceAll(CONTEXT_END, ' › '))
}

/** The name in a field of one line, where what has no sign of its own could not be typed. */
export function keyNameToType(name: string): string {
  return withSigns(name)
}

/** The name that was typed for a key: signs of what stands in its name now are that again. */
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

/** The pictures that Unicode has for the first of them; the others look alike, as a box. */
function signOf(character: string): string {
  const code = character.charCodeAt(0)
  return SIGNS.get(character) ?? (code < 0x20 ? String.fromCharCode(0x2400 + code) : '▯')
}
