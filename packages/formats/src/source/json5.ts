import { FILE_LIMITS } from '../limits/limits.ts'
import type { JsonNode, JsonTree } from './json.ts'
import { commentText, endOfComment, endOfNote, splitLead } from './json-comment.ts'
import {
  closeArray,
  closeObject,
  fail,
  failedTree,
  failTooLong,
  failUnexpected,
  isWithinLimits,
  type JsonCursor,
  openJsonCursor,
  pushItem,
  pushMember,
  readLiteral,
} from './json-cursor.ts'
import { json5TokenValue } from './json5-string.ts'

/**
 * Parses JSON5 (json5.org, version 1.0.0), and so JSON with comments, with positions in UTF-16 code units.
 * Like `parseJson`, stops at the first error and keeps all duplicate keys. A member's `note` is the text of
 * the comments above it and on its line.
 */
export function parseJson5(text: string): JsonTree {
  const cursor = openJsonCursor(text)
  if (skipBetween(cursor) && cursor.at >= text.length) fail(cursor, 'empty-file', 0, 0)
  const root = cursor.issue === null ? readValue(cursor, 0) : null
  if (root !== null && skipBetween(cursor) && cursor.at < text.length)
    failUnexpected(cursor, 'json-text-after-end')
  return root !== null && cursor.issue === null ? { root, issue: null } : failedTree(cursor)
}

const QUOTE = 34
const SINGLE_QUOTE = 39
const SLASH = 47
const OPEN_ARRAY = 91
const BACKSLASH = 92
const OPEN_OBJECT = 123
const LITERAL =
  /(?:true|false|null|[+-]?(?:Infinity|NaN|0[xX][0-9a-fA-F]+|(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?))/y
const WORD = /[^\s,:"'{}[\]/]+/y
const BLANK = /\s+/y
const IDENTIFIER =
  /(?:[\p{ID_Start}$_]|\\u[0-9a-fA-F]{4})(?:[\p{ID_Continue}$\u200c\u200d]|\\u[0-9a-fA-F]{4})*/uy
const LONGEST_NOTE = 20_000
/** In JSON5 any character can follow a backslash, except one that looks like the start of another escape. */
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|0(?![0-9])|\r\n|[^ux0-9])/sy

/** Skips whitespace and comments; false if a comment is unclosed. */
function skipBetween(cursor: JsonCursor): boolean {
  const { text } = cursor
  for (;;) {
    const code = text.charCodeAt(cursor.at)
    if (code === SLASH) {
      const next = text[cursor.at + 1]
      if (next !== '/' && next !== '*') return true
      const end = endOfComment(text, cursor.at)
      if (next === '*' && (end < cursor.at + 4 || !text.startsWith('*/', end - 2))) {
        fail(cursor, 'json-unclosed', cursor.at, cursor.at + 2)
        return false
      }
      cursor.at = end
    } else if (code === 32 || code === 10 || code === 13 || code === 9) {
      cursor.at++
    } else if (code > 126 || code === 11 || code === 12) {
      BLANK.lastIndex = cursor.at
      if (!BLANK.test(text)) return true
      cursor.at = BLANK.lastIndex
    } else {
      return true
    }
  }
}

function readValue(cursor: JsonCursor, depth: number): JsonNode | null {
  const start = cursor.at
  const code = cursor.text.charCodeAt(start)
  const isContainer = code === OPEN_OBJECT || code === OPEN_ARRAY
  if (!isWithinLimits(cursor, isContainer, depth)) return null
  if (code === QUOTE || code === SINGLE_QUOTE) {
    const value = readString(cursor)
    return value === null ? null : { kind: 'string', start, end: cursor.at, value }
  }
  if (code === OPEN_OBJECT) return readObject(cursor, depth)
  return isContainer ? readArray(cursor, depth) : readLiteral(cursor, LITERAL, WORD)
}

function readObject(cursor: JsonCursor, depth: number): JsonNode | null {
  const { text, at: start, memberCount: from } = cursor
  cursor.at++
  for (;;) {
    const leadStart = cursor.at
    if (!skipBetween(cursor)) return null
    if (text[cursor.at] === '}') break
    const keyStart = cursor.at
    const key = readKey(cursor)
    if (key === null) return null
    const keyEnd = cursor.at
    if (!skipBetween(cursor)) return null
    if (text[cursor.at] !== ':') return failUnexpected(cursor, 'json-expected-colon')
    cursor.at++
    if (!skipBetween(cursor)) return null
    const value = readValue(cursor, depth + 1)
    if (value === null || !skipBetween(cursor)) return null
    const hasComma = text[cursor.at] === ','
    if (!hasComma && text[cursor.at] !== '}') return failUnexpected(cursor, 'json-expected-comma')
    const note = noteOf(text, leadStart, keyStart, value.end, cursor.at)
    pushMember(
      cursor,
      note === '' ? { key, keyStart, keyEnd, value } : { key, keyStart, keyEnd, value, note },
    )
    if (!hasComma) break
    cursor.at++
    cursor.at = endOfNote(text, cursor.at, text.length)
  }
  cursor.at++
  return closeObject(cursor, start, from)
}

function readArray(cursor: JsonCursor, depth: number): JsonNode | null {
  const { text, at: start, itemCount: from } = cursor
  cursor.at++
  for (;;) {
    if (!skipBetween(cursor)) return null
    if (text[cursor.at] === ']') break
    const value = readValue(cursor, depth + 1)
    if (value === null || !skipBetween(cursor)) return null
    pushItem(cursor, value)
    if (text[cursor.at] === ']') break
    if (text[cursor.at] !== ',') return failUnexpected(cursor, 'json-expected-comma')
    cursor.at++
  }
  cursor.at++
  return closeArray(cursor, start, from)
}

/**
 * Returns the comments of a member: its own above it, between value and comma, and after the comma on the
 * same line.
 */
function noteOf(text: string, leadStart: number, keyStart: number, valueEnd: number, stop: number): string {
  const above = splitLead(text.slice(leadStart, keyStart)).own
  const between = text.slice(valueEnd, text[stop] === ',' ? stop : endOfNote(text, valueEnd, stop))
  const beside = text[stop] === ',' ? text.slice(stop + 1, endOfNote(text, stop + 1, text.length)) : ''
  const raw = above + between + beside
  // No explanation of a text is longer; the file keeps a longer one anyway.
  if (!raw.includes('/') || raw.length > LONGEST_NOTE) return ''
  return [above, between, beside]
    .map(commentText)
    .filter((part) => part !== '')
    .join('\n')
}

function readKey(cursor: JsonCursor): string | null {
  const { text, at } = cursor
  if (text[at] === '"' || text[at] === "'") return readString(cursor)
  IDENTIFIER.lastIndex = at
  const name = IDENTIFIER.exec(text)?.[0]
  if (name === undefined) return failUnexpected(cursor, 'json-expected-key')
  cursor.at = at + name.length
  return name.includes('\\') ? name.replaceAll(/\\u[0-9a-fA-F]{4}/g, json5TokenValue) : name
}

function readString(cursor: JsonCursor): string | null {
  const { text, at: start } = cursor
  const quote = text.charCodeAt(start)
  let at = start + 1
  let chunk = at
  let value = ''
  for (;;) {
    if (at - start >= FILE_LIMITS.text) return failTooLong(cursor, start)
    const code = text.charCodeAt(at)
    if (code === quote) break
    if (code === BACKSLASH) {
      ESCAPE.lastIndex = at
      const token = ESCAPE.exec(text)?.[0]
      if (token === undefined) {
        if (at + 1 >= text.length) return fail(cursor, 'json-unterminated-string', start, at + 1)
        return fail(cursor, 'json-bad-escape', at, at + 2)
      }
      value += text.slice(chunk, at) + json5TokenValue(token)
      at += token.length
      chunk = at
      continue
    }
    if (Number.isNaN(code) || code === 10 || code === 13)
      return fail(cursor, 'json-unterminated-string', start, at)
    at++
  }
  cursor.at = at + 1
  return value + text.slice(chunk, at)
}
