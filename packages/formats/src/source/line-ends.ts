/**
 * Returns the line end of the first line of a text; null if it has one line. A carriage return alone is not a
 * line end.
 */
export function eolOf(text: string): '\r\n' | '\n' | null {
  const at = text.indexOf('\n')
  if (at < 0) return null
  return text[at - 1] === '\r' ? '\r\n' : '\n'
}

/** The same for formats in which a carriage return alone ends a line too. */
export function anyEolOf(text: string): '\r\n' | '\n' | '\r' | null {
  const at = text.search(/[\r\n]/)
  if (at < 0) return null
  if (text[at] === '\n') return '\n'
  return text[at + 1] === '\n' ? '\r\n' : '\r'
}

/** Returns the line end for a new text next to this one: that of Windows if any of its lines has it. */
export function eolLike(text: string | undefined): '\r\n' | '\n' {
  return text?.includes('\r\n') ? '\r\n' : '\n'
}

/** Returns the lines of a comment, each after a mark; an empty comment has none. */
export function commentLines(comment: string, mark: string, eol: string): string {
  if (comment === '') return ''
  return comment
    .split(/\r\n|[\r\n]/)
    .map((line) => `${mark} ${line}`.trimEnd() + eol)
    .join('')
}
