import { readIniValue } from './ini-value.ts'

/** Offsets up to which a quoted text that was opened before is known not to end. */
export type OpenUntil = Record<OpenMark, number>

/** The quotes between which a text can have several lines. */
export type OpenMark = '"' | '`' | '"""'

export function nothingOpen(): OpenUntil {
  return { '"': 0, '`': 0, '"""': 0 }
}

/**
 * Returns the end of a value, which can have several lines if it starts with a quote and none of them could
 * be read as something else; between three quotes, any line can follow. `stop` is the end of its first line.
 */
export function valueEnd(text: string, start: number, stop: number, open: OpenUntil): number {
  const end = trimEnd(text, start, stop)
  const mark = openMarkIn(text, start, end)
  if (mark === null || start < open[mark]) return end
  let at = afterBreak(text, stop)
  while (at < text.length) {
    const lineStop = lineEnd(text, at)
    const last = trimEnd(text, at, lineStop)
    const line = text.slice(at, last)
    if (mark === '"""' ? line.slice(0, -3).includes(mark) : isOwnLine(line)) break
    at = afterBreak(text, lineStop)
    if (!line.endsWith(mark) || !isWhole(text.slice(start, last))) continue
    return last
  }
  // Each line is searched once: a quote opened within these lines does not end before the same offset either.
  open[mark] = at
  return end
}

const QUOTE = 34
const BACKTICK = 96

/** Returns the quote that opens a text and is not closed on the same line. */
export function openMark(raw: string): OpenMark | null {
  const mark = raw[0]
  if (mark !== '"' && mark !== '`') return null
  if (/^"""(?:$|(?!.*""").*[^"]$)/s.test(raw)) return '"""'
  const rest = raw.slice(1)
  return rest.includes(mark) && !isOnlyEscaped(rest) ? null : mark
}

/** Does the same for a value in a file: most start without a quote. */
export function openMarkIn(text: string, start: number, end: number): OpenMark | null {
  const code = text.charCodeAt(start)
  return code === QUOTE || code === BACKTICK ? openMark(text.slice(start, end)) : null
}

/** Returns whether every quote on an opening line is written `\"`, so that it does not close. */
function isOnlyEscaped(rest: string): boolean {
  return !/(?:^|[^\\])["`]/.test(rest)
}

function isWhole(raw: string): boolean {
  return readIniValue(raw).quote !== ''
}

/**
 * Returns whether a line cannot be in the middle of a text: blank, a comment, a heading, an item. In an HTML
 * tag there is a `<` before the first `=`.
 */
export function isOwnLine(line: string): boolean {
  return /^(?:$|[;#]|[^<=]*=|\[[^\]]*\]$)/.test(line.trim())
}

export function lineEnd(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) break
  }
  return at
}

export function afterBreak(text: string, end: number): number {
  if (end >= text.length) return end
  return text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1
}

export function skipBlanks(text: string, from: number, end: number): number {
  let at = from
  while (at < end && isBlank(text.charCodeAt(at))) at++
  return at
}

export function trimEnd(text: string, start: number, from: number): number {
  let end = from
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return end
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9
}
