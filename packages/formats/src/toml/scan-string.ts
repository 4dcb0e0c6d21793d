import { FILE_LIMITS } from '../limits/limits.ts'
import { failToml, noteNewerSyntax, type TomlCursor } from './toml-cursor.ts'

/** Reads the string at the cursor, of any of TOML's four kinds. Line ends in multi-line strings are LF. */
export function scanString(cursor: TomlCursor): string | null {
  const { text, at: start } = cursor
  const quote = text[start] ?? ''
  const isBlock = text.startsWith(quote.repeat(3), start)
  const opener = isBlock ? quote.repeat(3) : quote
  cursor.at = start + opener.length
  if (isBlock) skipFirstLineEnd(cursor)
  if (quote === '"') return scanBasic(cursor, opener, start)
  return scanLiteral(cursor, opener, start)?.replaceAll('\r\n', '\n') ?? null
}

const PLAIN = /[^"\\\u0000-\u0008\u000a-\u001f\u007f]*/y
const PLAIN_BLOCK = /[^"\\\u0000-\u0008\u000b-\u001f\u007f]*/y
const LITERAL = /[^'\u0000-\u0008\u000a-\u001f\u007f]*/y
const LITERAL_BLOCK = /[^'\u0000-\u0008\u000b-\u001f\u007f]*/y
const ESCAPE = /\\(?:[btnfre"\\]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})/y
/** A backslash at the end of a line removes all whitespace up to the next text. */
const CONTINUATION = /\\[ \t]*\r?\n[ \t\r\n]*/y

function skipFirstLineEnd(cursor: TomlCursor): void {
  if (cursor.text.startsWith('\r\n', cursor.at)) cursor.at += 2
  else if (cursor.text.charCodeAt(cursor.at) === 10) cursor.at++
}

function scanBasic(cursor: TomlCursor, opener: string, start: number): string | null {
  const { text } = cursor
  const isBlock = opener.length === 3
  const plain = isBlock ? PLAIN_BLOCK : PLAIN
  let value = ''
  for (;;) {
    plain.lastIndex = cursor.at
    plain.test(text)
    if (plain.lastIndex > cursor.at) value += text.slice(cursor.at, plain.lastIndex)
    cursor.at = plain.lastIndex
    const code = text.charCodeAt(cursor.at)
    if (code === 34) {
      const quotes = closeOrQuotes(cursor, opener)
      value += quotes.text
      if (quotes.isClosed) return value
      continue
    }
    if (code !== 92) {
      const odd = passOdd(cursor, opener, start)
      if (odd === null) return null
      value += odd
      continue
    }
    if (cursor.at - start > FILE_LIMITS.text)
      return failToml(cursor, 'text-too-long', { start, end: start + 1 }, { limit: FILE_LIMITS.text })
    ESCAPE.lastIndex = cursor.at
    CONTINUATION.lastIndex = cursor.at
    if (ESCAPE.test(text)) {
      // TOML 1.1 added these two.
      if (/[ex]/.test(text.charAt(cursor.at + 1))) noteNewerSyntax(cursor, cursor.at, ESCAPE.lastIndex)
      value +=
        unescapeBody(text.slice(cursor.at + 1, ESCAPE.lastIndex)) ?? passBadEscape(cursor, ESCAPE.lastIndex)
      cursor.at = ESCAPE.lastIndex
    } else if (isBlock && CONTINUATION.test(text)) {
      cursor.at = CONTINUATION.lastIndex
    } else {
      value += passBadEscape(cursor, cursor.at + 1)
      cursor.at++
    }
  }
}

function scanLiteral(cursor: TomlCursor, opener: string, start: number): string | null {
  const { text } = cursor
  const plain = opener.length === 3 ? LITERAL_BLOCK : LITERAL
  const from = cursor.at
  for (;;) {
    plain.lastIndex = cursor.at
    plain.test(text)
    cursor.at = plain.lastIndex
    const { at } = cursor
    if (text.charCodeAt(at) === 39) {
      const quotes = closeOrQuotes(cursor, opener)
      if (quotes.isClosed) return text.slice(from, at) + quotes.text
    } else if (passOdd(cursor, opener, start) === null) {
      return null
    }
  }
}

/**
 * Reads quotes in a multi-line string. Up to five can end it: the last three close it. Fewer than three are
 * part of it.
 */
function closeOrQuotes(
  cursor: TomlCursor,
  opener: string,
): { readonly text: string; readonly isClosed: boolean } {
  const { text, at } = cursor
  const quote = text.charCodeAt(at)
  let count = 1
  const most = opener.length === 3 ? 5 : 1
  while (count < most && text.charCodeAt(at + count) === quote) count++
  cursor.at = at + count
  const isClosed = count >= opener.length
  return { text: text.slice(at, at + (isClosed ? count - opener.length : count)), isClosed }
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\u001b'],
  ['"', '"'],
  ['\\', '\\'],
])

/**
 * Returns the character of an escape; null for lone surrogates and anything beyond Unicode: TOML allows
 * scalar values only.
 */
function unescapeBody(body: string): string | null {
  const short = SHORT.get(body)
  if (short !== undefined) return short
  const code = Number.parseInt(body.slice(1), 16)
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? null : String.fromCodePoint(code)
}

/** Reports an invalid escape and keeps it as it is: the string continues, and so do the keys after it. */
function passBadEscape(cursor: TomlCursor, end: number): string {
  const { text, at } = cursor
  failToml(
    cursor,
    'bad-escape',
    { start: at, end: Math.max(end, at + 2) },
    { found: text.slice(at, Math.max(end, at + 2)) },
  )
  return text.slice(at, end)
}

/**
 * Handles characters that strings cannot contain directly: the line end of a multi-line string is accepted, a
 * control character is reported, the end of the text ends the string.
 */
function passOdd(cursor: TomlCursor, opener: string, start: number): string | null {
  const { text, at } = cursor
  const code = text.charCodeAt(at)
  const isBlock = opener.length === 3
  if (isBlock && text.startsWith('\r\n', at)) {
    cursor.at += 2
    return '\n'
  }
  if (at < text.length && (isBlock || (code !== 10 && code !== 13))) {
    failToml(cursor, 'control-character', { start: at, end: at + 1 })
    cursor.at++
    return text.charAt(at)
  }
  // The end of a multi-line string is unknown then, and the rest would be misread as keys.
  if (isBlock) cursor.at = text.length
  return failToml(cursor, 'unclosed', { start, end: start + opener.length }, { opener })
}
