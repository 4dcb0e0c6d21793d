/** How the first line of a text ends; null where it has one line. A carriage return alone ends none. */
export function eolOf(text: string): '\r\n' | '\n' | null {
  const at = text.indexOf('\n')
  if (at < 0) return null
  return text[at - 1] === '\r' ? '\r\n' : '\n'
}

/** The same in formats where a carriage return alone ends a line too. */
export function anyEolOf(text: string): '\r\n' | '\n' | '\r' | null {
  const at = text.search(/[\r\n]/)
  if (at < 0) return null
  if (text[at] === '\n') return '\n'
  return text[at + 1] === '\n' ? '\r\n' : '\r'
}

/** How the lines of a new text end that goes with this one: as Windows does where any of its lines does. */
export function eolLike(text: string | undefined): '\r\n' | '\n' {
  return text?.includes('\r\n') ? '\r\n' : '\n'
}
