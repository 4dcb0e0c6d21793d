import { FILE_LIMITS } from '../limits/limits.ts'
import { scanString } from './scan-string.ts'
import {
  failExpected,
  failToml,
  isLineEnd,
  noteNewerSyntax,
  skipBlankLines,
  skipSpaces,
  type TomlCursor,
} from './toml-cursor.ts'
import { NO_FLOOR, type TomlKey, type TomlPair, type TomlValue } from './toml-statement.ts'

/** Reads the value at the cursor, and moves after it. */
export function scanValue(cursor: TomlCursor, depth: number): TomlValue | null {
  const { text, at: start } = cursor
  if (++cursor.values > FILE_LIMITS.values)
    return failToml(cursor, 'too-many-values', { start, end: start + 1 })
  switch (text[start]) {
    case '"':
    case "'": {
      const value = scanString(cursor)
      return value === null ? null : { kind: 'string', start, end: cursor.at, value }
    }
    case '[':
    case '{':
      if (depth >= FILE_LIMITS.nesting) return failTooDeep(cursor)
      return text[start] === '[' ? scanArray(cursor, depth) : scanInlineTable(cursor, depth)
    default:
      return scanOther(cursor)
  }
}

/** Reads `a . "b c" . 'd'` and the blanks after it. */
export function scanKeys(cursor: TomlCursor): readonly TomlKey[] | null {
  const { text } = cursor
  let keys: TomlKey[] | null = null
  const first = cursor.at
  for (;;) {
    skipSpaces(cursor)
    const key = scanKey(cursor)
    if (key === null) return null
    // Created with its first item, an array does not reserve space for sixteen more; most keys have one part.
    if (keys === null) keys = [key]
    else keys.push(key)
    skipSpaces(cursor)
    if (text.charCodeAt(cursor.at) !== 46) return keys
    if (keys.length >= FILE_LIMITS.nesting)
      return failToml(cursor, 'too-deep', { start: first, end: cursor.at })
    cursor.at++
  }
}

/**
 * Reports too deep nesting, and stops: the end of a multi-line string cannot be found once its quotes are
 * missing, so the rest would be misread as keys.
 */
function failTooDeep(cursor: TomlCursor): null {
  failToml(cursor, 'too-deep', { start: cursor.at, end: cursor.at + 1 })
  cursor.at = cursor.text.length
  return null
}

const BARE = /[A-Za-z0-9_-]+/y
const OTHER =
  /(?:true|false|[+-]?(?:inf|nan)|0x[0-9a-fA-F]+(?:_[0-9a-fA-F]+)*|0o[0-7]+(?:_[0-7]+)*|0b[01]+(?:_[01]+)*|\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d(?::\d\d(?:\.\d+)?)?|[+-]?(?:0|[1-9]\d*(?:_\d+)*)(?:\.\d+(?:_\d+)*)?(?:[eE][+-]?\d+(?:_\d+)*)?)(?=[\s,\]}#]|$)/y
/** A time without seconds, which TOML 1.1 allows. */
const NO_SECONDS = /^(?:\d{4}-\d\d-\d\d[Tt ])?\d\d:\d\d(?!:)/
const TOKEN = /[^\s,\]}#]+/y

function scanKey(cursor: TomlCursor): TomlKey | null {
  const { text, at: start } = cursor
  const code = text.charCodeAt(start)
  if (code === 34 || code === 39) {
    if (text.startsWith(code === 34 ? '"""' : "'''", start))
      return failToml(
        cursor,
        'unexpected-text',
        { start, end: start + 3 },
        { found: text.slice(start, start + 3) },
      )
    const value = scanString(cursor)
    return value === null ? null : { value, start, end: cursor.at }
  }
  BARE.lastIndex = start
  if (!BARE.test(text))
    return isLineEnd(text, start)
      ? failToml(cursor, 'expected-text', { start, end: start }, { wanted: 'a key' })
      : failExpected(cursor, 'a key')
  cursor.at = BARE.lastIndex
  return { value: text.slice(start, cursor.at), start, end: cursor.at }
}

function scanOther(cursor: TomlCursor): TomlValue | null {
  const { text, at: start } = cursor
  OTHER.lastIndex = start
  if (OTHER.test(text)) {
    cursor.at = OTHER.lastIndex
    const found = text.slice(start, cursor.at)
    if (!isPossibleMoment(found))
      return failToml(cursor, 'bad-number', { start, end: cursor.at }, { found: found.slice(0, 40) })
    if (NO_SECONDS.test(found)) noteNewerSyntax(cursor, start, cursor.at)
    return { kind: 'other', start, end: cursor.at }
  }
  TOKEN.lastIndex = start
  const token = TOKEN.exec(text)?.[0] ?? ''
  if (token === '') return failToml(cursor, 'expected-text', { start, end: start + 1 }, { wanted: 'a value' })
  const code = /^[-+.\d]/.test(token) ? 'bad-number' : 'unexpected-text'
  return failToml(cursor, code, { start, end: start + token.length }, { found: token.slice(0, 40) })
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)/
const TIME = /(\d\d):(\d\d)(?::(\d\d))?/g

/** Returns whether a date and its times exist (RFC 3339, 5.7); other values have none. */
function isPossibleMoment(written: string): boolean {
  const [, year = '', month = '', day = ''] = DATE.exec(written) ?? []
  if (year !== '') {
    const daysOfMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
    if (month < '01' || month > '12' || day < '01' || Number(day) > daysOfMonth) return false
  }
  for (const [, hour = '', minute = '', second = ''] of written.matchAll(TIME))
    if (hour > '23' || minute > '59' || second > '60') return false
  return true
}

function scanArray(cursor: TomlCursor, depth: number): TomlValue | null {
  const { text, at: start } = cursor
  const items: TomlValue[] = []
  cursor.at++
  for (;;) {
    skipBlankLines(cursor)
    if (text[cursor.at] === ']') break
    if (cursor.at >= text.length)
      return failToml(cursor, 'unclosed', { start, end: start + 1 }, { opener: '[' })
    const item = scanValue(cursor, depth + 1)
    if (item === null) return null
    items.push(item)
    if (items.length > FILE_LIMITS.arrayItems)
      return failToml(cursor, 'too-many-values', { start, end: start + 1 })
    skipBlankLines(cursor)
    if (text[cursor.at] === ',') cursor.at++
    else if (text[cursor.at] !== ']' && cursor.at < text.length) return failExpected(cursor, ',')
  }
  cursor.at++
  return { kind: 'array', start, end: cursor.at, items }
}

/**
 * Reads an inline table. In TOML 1.0 it is on one line (except for the values in it) and has no comma at its end; TOML
 * 1.1 allows line ends, comments and a last comma.
 */
function scanInlineTable(cursor: TomlCursor, depth: number): TomlValue | null {
  const { text, at: start } = cursor
  const members: TomlPair[] = []
  cursor.at++
  skipInTable(cursor)
  while (text[cursor.at] !== '}') {
    if (cursor.at >= text.length) return failOpenTable(cursor, start)
    const member = readPair(cursor, depth + 1, NO_FLOOR)
    if (member === null) return null
    members.push(member)
    skipSpaces(cursor)
    const isAtLineEnd = isLineEnd(text, cursor.at) || text[cursor.at] === '#'
    skipInTable(cursor)
    if (text[cursor.at] === '}') break
    if (text[cursor.at] !== ',') {
      if (!isAtLineEnd) return failExpected(cursor, ',')
      return failOpenTable(cursor, start)
    }
    const comma = cursor.at++
    skipInTable(cursor)
    if (text[cursor.at] === '}') noteNewerSyntax(cursor, comma, comma + 1)
  }
  cursor.at++
  return { kind: 'table', start, end: cursor.at, members }
}

/** Reports a table without its brace. Reading continues with the next line, which can be the next key. */
function failOpenTable(cursor: TomlCursor, start: number): null {
  cursor.at = start
  return failToml(cursor, 'unclosed', { start, end: start + 1 }, { opener: '{' })
}

/** Skips blanks, line ends and comments in an inline table. */
function skipInTable(cursor: TomlCursor): void {
  skipSpaces(cursor)
  const { at } = cursor
  skipBlankLines(cursor)
  if (cursor.at > at) noteNewerSyntax(cursor, at, at + 1)
}

/** Reads `key = value`, on a line or in an inline table. */
export function readPair(cursor: TomlCursor, depth: number, floor: number): TomlPair | null {
  const start = cursor.at
  const keys = scanKeys(cursor)
  if (keys === null) return null
  if (cursor.text.charCodeAt(cursor.at) !== 61) return failExpected(cursor, '=')
  cursor.at++
  skipSpaces(cursor)
  const value = scanValue(cursor, depth)
  return value === null ? null : { kind: 'pair', keys, value, start, end: value.end, floor }
}
