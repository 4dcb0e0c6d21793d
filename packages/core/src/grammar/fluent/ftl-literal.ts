import { expect, type FtlCursor, fail, failUnexpected, isLineEnd } from './ftl-cursor.ts'

const NUMBER = /-?[0-9]+(\.[0-9]*)?/y

/** Whether a number starts there: a digit, or a minus sign and a digit. */
export function isNumberAt(text: string, at: number): boolean {
  const code = text.charCodeAt(text.charCodeAt(at) === 45 ? at + 1 : at)
  return code >= 48 && code <= 57
}

/** Skips a number; false after a mistake. */
export function passNumber(cursor: FtlCursor): boolean {
  NUMBER.lastIndex = cursor.at
  const match = NUMBER.exec(cursor.text)
  if (match === null) {
    // Junk ends where parsing stopped: after the sign and the dot, as in the reference parser.
    if (cursor.text[cursor.at] === '-') cursor.at++
    return failUnexpected(cursor)
  }
  if (match[1] === '.') {
    fail(cursor, 'bad-number', { found: match[0] })
    cursor.at = NUMBER.lastIndex
    return false
  }
  cursor.at = NUMBER.lastIndex
  return true
}

const ESCAPE = /\\(?:["\\]|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{6})/y

/** Skips a string with its quotes; false after a mistake. */
export function passString(cursor: FtlCursor): boolean {
  const { text, at: start } = cursor
  if (!expect(cursor, '"')) return false
  let at = cursor.at
  for (; at < text.length && !isLineEnd(text, at); at++) {
    const code = text.charCodeAt(at)
    if (code === 34) {
      cursor.at = at + 1
      return true
    }
    if (code !== 92) continue
    ESCAPE.lastIndex = at
    if (!ESCAPE.test(text)) {
      cursor.at = at
      return fail(cursor, 'bad-escape', { found: text.slice(at, at + 2).trimEnd() })
    }
    at = ESCAPE.lastIndex - 1
  }
  cursor.at = start
  fail(cursor, 'unclosed', { opener: '"' })
  cursor.at = at
  return false
}
