import { FILE_LIMITS } from '../limits/limits.ts'

/** A part of a properties file, including its line break; parts follow one another without gaps. */
export type PropertiesItem = {
  readonly kind: 'blank' | 'comment' | 'entry'
  readonly start: number
  readonly end: number
  /** The following four are for entries only. */
  readonly keyStart: number
  readonly keyEnd: number
  /** Equals `keyEnd` if nothing separates the key from its value: then there is no value either. */
  readonly valueStart: number
  readonly valueEnd: number
}

/**
 * Splits a file like `java.util.Properties.load`: lines end with LF, CR LF or CR; a line that ends with an
 * odd number of backslashes continues on the next one, without its leading blanks; a key ends at the first
 * `=`, `:` or blank without a backslash before it. Calls `visit` with each part. Returns where the limit of
 * values was reached and reading stopped, else null.
 */
export function scanProperties(text: string, visit: (item: PropertiesItem) => void): number | null {
  let entries = 0
  for (let start = 0; start < text.length; ) {
    const item = itemAt(text, start)
    if (item.kind === 'entry' && ++entries > FILE_LIMITS.values) return start
    visit(item)
    start = item.end
  }
  return null
}

/** Whether text without a line break would continue on the next line. */
export function endsWithBackslash(text: string, end: number): boolean {
  let at = end
  while (at > 0 && text.charCodeAt(at - 1) === BACKSLASH) at--
  return (end - at) % 2 === 1
}

const LF = 10
const CR = 13
const HASH = 35
const EXCLAMATION = 33
const BACKSLASH = 92
const EQUALS = 61
const COLON = 58
const LINE = /[^\r\n]*/y

function isLineBreak(code: number): boolean {
  return code === LF || code === CR
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 12
}

function isComment(code: number): boolean {
  return code === HASH || code === EXCLAMATION
}

export function skipBlanks(text: string, from: number): number {
  let at = from
  while (isBlank(text.charCodeAt(at))) at++
  return at
}

function lineEnd(text: string, from: number): number {
  LINE.lastIndex = from
  LINE.test(text)
  return LINE.lastIndex
}

export function afterLineBreak(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === CR && text.charCodeAt(at + 1) === LF) return at + 2
  return isLineBreak(code) ? at + 1 : at
}

/** Returns the end of the last line of the entry, before its line break. */
function logicalEnd(text: string, first: number): number {
  for (let from = first; ; ) {
    const end = lineEnd(text, from)
    const next = afterLineBreak(text, end)
    if (next === end || !endsWithBackslash(text, end)) return end
    from = skipBlanks(text, next)
    // At the end of the file the backslash continues nothing; the blanks there are a separate line.
    if (from >= text.length) return end
  }
}

/** Skips backslashes that join lines, with the blanks of the next line. */
function skipJoints(text: string, from: number, stop: number): number {
  let at = from
  while (
    at < stop &&
    text.charCodeAt(at) === BACKSLASH &&
    (at + 1 >= stop || isLineBreak(text.charCodeAt(at + 1)))
  ) {
    at = Math.min(stop, skipBlanks(text, afterLineBreak(text, at + 1)))
  }
  return at
}

function itemAt(text: string, start: number): PropertiesItem {
  const first = skipBlanks(text, start)
  const code = text.charCodeAt(first)
  if (first >= text.length || isLineBreak(code))
    return itemWithoutKey('blank', start, afterLineBreak(text, first))
  if (isComment(code)) return itemWithoutKey('comment', start, afterLineBreak(text, lineEnd(text, first)))
  const stop = logicalEnd(text, first)
  const end = afterLineBreak(text, stop)
  const keyStart = skipJoints(text, first, stop)
  // Java ignores lines with only backslashes and line breaks.
  if (keyStart >= stop) return itemWithoutKey('blank', start, end)
  // Nothing but a backslash is a blank line: what follows can be a comment (since Java 13).
  if (keyStart > first && isComment(text.charCodeAt(keyStart)))
    return itemWithoutKey('blank', start, afterLineBreak(text, first + 1))
  const keyEnd = endOfKey(text, keyStart, stop)
  return {
    kind: 'entry',
    start,
    end,
    keyStart,
    keyEnd,
    valueStart: startOfValue(text, keyEnd, stop),
    valueEnd: stop,
  }
}

function itemWithoutKey(kind: 'blank' | 'comment', start: number, end: number): PropertiesItem {
  return { kind, start, end, keyStart: start, keyEnd: start, valueStart: start, valueEnd: start }
}

/** Returns the end of a key, before line continuations that precede a separator. */
function endOfKey(text: string, keyStart: number, stop: number): number {
  let end = keyStart
  for (let at = keyStart; at < stop; end = at) {
    if (text.charCodeAt(at) === BACKSLASH) at = skipJoints(text, at, stop)
    const code = text.charCodeAt(at)
    if (at >= stop || isBlank(code) || code === EQUALS || code === COLON) break
    at += code === BACKSLASH ? 2 : 1
  }
  return Math.min(end, stop)
}

function startOfValue(text: string, keyEnd: number, stop: number): number {
  let hasMark = false
  let at = keyEnd
  for (; at < stop; at++) {
    at = skipJoints(text, at, stop)
    if (at >= stop) break
    const code = text.charCodeAt(at)
    if (isBlank(code)) continue
    if (hasMark || (code !== EQUALS && code !== COLON)) break
    hasMark = true
  }
  return Math.min(at, stop)
}
