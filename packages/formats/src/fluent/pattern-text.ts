import type { FtlPattern } from '@dragoman/core/fluent-grammar'

// A translator's text is the pattern as written, placeables included, without the indentation of its lines.
// Fluent cannot write some texts directly (a space at the end, a line that starts with a dot), so programs
// and people add `{""}` there; if that is its only purpose, it is not part of the text.

/** Writes nothing, and makes the characters next to it ordinary text. */
export const GUARD = '{""}'

/** Returns the text of a pattern. */
export function patternText(file: string, pattern: FtlPattern): string {
  const { end, isBlock, lastPlaceableEnd } = pattern
  // Blanks after the last placeable do not count; a carriage return is one of them.
  let stop = end
  while (stop > lastPlaceableEnd && isTrailing(file.charCodeAt(stop - 1))) stop--
  const lines = outerLines(file, pattern, stop)
  const only = lines.length === 1 ? lines[0] : undefined
  if (only !== undefined) return unguard(only, { isFirst: true, isLast: true, isBlock })
  return lines
    .map((line, i) => unguard(line, { isFirst: i === 0, isLast: i === lines.length - 1, isBlock }))
    .join('\n')
}

/**
 * Returns the lines that are not within a placeable, without their common indentation; text within a
 * placeable stays in the line that opens it.
 */
function outerLines(
  file: string,
  { start, isBlock, indent, firstIndent, lines }: FtlPattern,
  stop: number,
): readonly string[] {
  const common = Number.isFinite(indent) ? indent : 0
  const found: string[] = []
  let from = isBlock ? start - firstIndent + common : start
  for (const next of lines) {
    const { end, blankLines } = lineBefore(file, from, next)
    found.push(withoutIndent(file.slice(from, end), common))
    for (let blank = blankLines; blank > 0; blank--) found.push('')
    from = next + common
  }
  if (stop > from || lines.length === 0) {
    found.push(withoutIndent(file.slice(from, Math.max(from, stop)), common))
    return found
  }
  // The last line was only a carriage return, and perhaps others before it too.
  while (found.length > 1 && /^[ \r]*$/.test(found.at(-1) ?? '')) found.pop()
  return [...found.slice(0, -1), (found.at(-1) ?? '').replace(/[ \r]+$/, '')]
}

/** Returns the end of the last non-blank line before `next`, and the number of blank lines after it. */
function lineBefore(
  file: string,
  from: number,
  next: number,
): { readonly end: number; readonly blankLines: number } {
  let end = next
  let breaks = 0
  for (let at = next; at > from && file.charCodeAt(at - 1) === 10; ) {
    breaks++
    end = file.charCodeAt(at - 2) === 13 ? at - 2 : at - 1
    at = end
    while (at > from && file.charCodeAt(at - 1) === 32) at--
  }
  return { end, blankLines: breaks - 1 }
}

function withoutIndent(text: string, common: number): string {
  if (!text.includes('\n')) return text
  return text.replace(/\r?\n( *)/g, (_, spaces: string) => `\n${spaces.slice(common)}`)
}

function isTrailing(code: number): boolean {
  return code === 32 || code === 10 || code === 13
}

/** The position of a line in a pattern. */
export type LinePosition = { readonly isFirst: boolean; readonly isLast: boolean; readonly isBlock: boolean }

/** Returns a line without the guards that are needed at its ends. */
function unguard(line: string, place: LinePosition): string {
  let text = line
  if (text.startsWith(GUARD) && needsGuardBefore(text.slice(GUARD.length), place))
    text = text.slice(GUARD.length)
  if (place.isLast && text.endsWith(GUARD) && needsGuardAfter(text.slice(0, -GUARD.length)))
    text = text.slice(0, -GUARD.length)
  return text
}

/**
 * Returns whether a line cannot start a line of a pattern as it is. Guards that are text themselves are
 * ignored. `@fluent/bundle` skips all of Unicode's blanks there, not only spaces.
 */
export function needsGuardBefore(line: string, { isFirst, isLast, isBlock }: LinePosition): boolean {
  let at = 0
  while (line.startsWith(GUARD, at)) at += GUARD.length
  const char = line[at]
  if (char === undefined) return isFirst || isLast
  if (/\s/.test(char)) return true
  return (isBlock || !isFirst) && (char === '.' || char === '[' || char === '*')
}

/** Returns whether the end of a pattern would be read differently than written. */
export function needsGuardAfter(line: string): boolean {
  let end = line.length
  while (line.endsWith(GUARD, end)) end -= GUARD.length
  return end > 0 && line[end - 1] === ' '
}
