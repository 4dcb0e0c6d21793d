/**
 * Returns whether the text matches a pattern in which `*` matches any characters; a pattern without `*` must
 * equal the whole text. Takes linear time per `*`.
 */
export function matchPattern(pattern: string, text: string): boolean {
  const pieces = pattern.split('*')
  if (pieces.length === 1) return pattern === text
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return at <= text.length - last.length
}
