/** Returns whether a name matches a pattern such as `feature/*`, in which `*` matches any characters. */
export function isLikePattern(name: string, pattern: string): boolean {
  const [start = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return name === pattern
  if (!name.startsWith(start)) return false
  let at = start.length
  for (const [index, piece] of rest.entries()) {
    const found = index === rest.length - 1 ? name.length - piece.length : name.indexOf(piece, at)
    if (found < at || !name.endsWith(index === rest.length - 1 ? piece : '')) return false
    at = found + piece.length
  }
  return true
}
