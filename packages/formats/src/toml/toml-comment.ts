/**
 * Returns the text of the comment lines directly above, the last of which ends where the line of `start`
 * starts. A line that is only a frame (`# === Post ===`, `# ---`) heads a group of entries and ends the
 * comment. `floor` is the end of the previous statement.
 */
export function commentBefore(text: string, start: number, floor: number): string {
  const from = commentStart(text, start, floor)
  if (from === startOfLine(text, start)) return ''
  const lines = text.slice(from, start).split('\n').slice(0, -1)
  return lines.map((line) => line.trim().replace(/^#+ ?/, '')).join('\n')
}

/** Returns the start of a statement's comment; the start of the statement's own line if it has none. */
export function commentStart(text: string, start: number, floor: number): number {
  let from = startOfLine(text, start)
  // Lines of a multi-line string can look like comments, so nothing before the end of the previous
  // statement's line counts.
  const first = floor === 0 ? 0 : text.indexOf('\n', floor) + 1
  while (from > first) {
    const above = text.lastIndexOf('\n', from - 2) + 1
    if (above < first) break
    const line = text.slice(above, from).trim()
    if (!line.startsWith('#') || HEADING.test(line)) break
    from = above
  }
  return from
}

function startOfLine(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** Returns the comment after a value on its line. */
export function commentAfter(text: string, end: number): string {
  // Most lines end here.
  if (text.charCodeAt(end) === 10) return ''
  AFTER.lastIndex = end
  const found = AFTER.exec(text)?.[1]?.trim() ?? ''
  return HEADING.test(`#${found}`) ? '' : found
}

const HEADING = /^#+\s*(?:([=\-*~_#+])\1|$)/
const AFTER = /[ \t]*#([^\n\r]*)/y
