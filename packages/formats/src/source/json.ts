import type { Issue } from '@dragoman/core'
import { FILE_LIMITS } from '../limits/limits.ts'
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

// Our own scanner: a parser that accepts comments and trailing commas would accept files that i18next cannot
// load, and strict ones keep no positions.

export type JsonNode =
  | JsonString
  | { readonly kind: 'literal'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'object'
      readonly start: number
      readonly end: number
      readonly members: readonly JsonMember[]
    }
  | {
      readonly kind: 'array'
      readonly start: number
      readonly end: number
      readonly items: readonly JsonNode[]
    }

export type JsonString = {
  readonly kind: 'string'
  readonly start: number
  readonly end: number
  readonly value: string
}

export type JsonMember = {
  readonly key: string
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: JsonNode
  /** The text of comments at the member, in languages that have comments. */
  readonly note?: string
}

/**
 * Selects members of an object for the tree: returns the selection for the value of a member, or null if it
 * is skipped.
 */
export type Selection = (key: string) => Selection | null

export const EVERY_MEMBER: Selection = () => EVERY_MEMBER

export type JsonTree =
  | { readonly root: JsonNode; readonly issue: null }
  | { readonly root: null; readonly issue: Issue }

/**
 * Parses strict JSON (RFC 8259) with positions in UTF-16 code units; accepts the same as `JSON.parse`, except
 * for texts that exceed the limits. Stops at the first error, and returns it with its position. Keeps all
 * duplicate keys, in file order. The value of a member that is not selected is checked, and is a literal in
 * the tree.
 */
export function parseJson(text: string, selection: Selection = EVERY_MEMBER): JsonTree {
  const cursor = openJsonCursor(text)
  skipBlank(cursor)
  if (cursor.at >= text.length) fail(cursor, 'empty-file', 0, 0)
  const root = cursor.issue === null ? readValue(cursor, 0, selection) : null
  if (root === null) return failedTree(cursor)
  skipBlank(cursor)
  if (cursor.at < text.length) failUnexpected(cursor, 'json-text-after-end')
  return cursor.issue === null ? { root, issue: null } : failedTree(cursor)
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_ARRAY = 91
const BACKSLASH = 92
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
const LITERAL = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORD = /[^\s,:"{}[\]]+/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

function skipBlank(cursor: JsonCursor): void {
  const { text } = cursor
  let at = cursor.at
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break
    at++
  }
  cursor.at = at
}

function readValue(cursor: JsonCursor, depth: number, selection: Selection | null): JsonNode | null {
  const start = cursor.at
  const code = cursor.text.charCodeAt(start)
  const isContainer = code === OPEN_OBJECT || code === OPEN_ARRAY
  if (!isWithinLimits(cursor, isContainer, depth)) return null
  if (code === OPEN_OBJECT) return readObject(cursor, depth, selection)
  if (code === OPEN_ARRAY) return readArray(cursor, depth, selection)
  if (code !== QUOTE) return readLiteral(cursor, LITERAL, WORD)
  const value = readString(cursor, selection !== null)
  if (value === null) return null
  return selection === null ? PASSED_OVER : { kind: 'string', start, end: cursor.at, value }
}

/** Represents every value inside a skipped one, for which no nodes are created. */
const PASSED_OVER: JsonNode = { kind: 'literal', start: 0, end: 0 }

function readObject(cursor: JsonCursor, depth: number, selection: Selection | null): JsonNode | null {
  const { text, at: start, memberCount: from } = cursor
  cursor.at++
  skipBlank(cursor)
  let code = text.charCodeAt(cursor.at)
  while (code !== CLOSE_OBJECT) {
    const keyStart = cursor.at
    if (code !== QUOTE) return failUnexpected(cursor, 'json-expected-key')
    const key = readString(cursor, selection !== null)
    if (key === null) return null
    const keyEnd = cursor.at
    skipBlank(cursor)
    if (text.charCodeAt(cursor.at) !== COLON) return failUnexpected(cursor, 'json-expected-colon')
    cursor.at++
    skipBlank(cursor)
    const valueStart = cursor.at
    const below = selection === null ? null : selection(key)
    const value = readValue(cursor, depth + 1, below)
    if (value === null) return null
    if (below !== null) pushMember(cursor, { key, keyStart, keyEnd, value })
    else if (selection !== null)
      pushMember(cursor, {
        key,
        keyStart,
        keyEnd,
        value: { kind: 'literal', start: valueStart, end: cursor.at },
      })
    code = readSeparator(cursor, CLOSE_OBJECT)
    if (code < 0) return null
  }
  cursor.at++
  return selection === null ? PASSED_OVER : closeObject(cursor, start, from)
}

function readArray(cursor: JsonCursor, depth: number, selection: Selection | null): JsonNode | null {
  const { text, at: start, itemCount: from } = cursor
  cursor.at++
  skipBlank(cursor)
  let code = text.charCodeAt(cursor.at)
  while (code !== CLOSE_ARRAY) {
    const value = readValue(cursor, depth + 1, selection)
    if (value === null) return null
    if (selection !== null) pushItem(cursor, value)
    code = readSeparator(cursor, CLOSE_ARRAY)
    if (code < 0) return null
  }
  cursor.at++
  return selection === null ? PASSED_OVER : closeArray(cursor, start, from)
}

/**
 * Skips the comma after a value. Returns the character after it, the closing bracket or that of the next
 * value, or -1 for neither.
 */
function readSeparator(cursor: JsonCursor, close: number): number {
  const { text } = cursor
  skipBlank(cursor)
  const comma = cursor.at
  const code = text.charCodeAt(comma)
  if (code === close) return close
  if (code !== COMMA) {
    failUnexpected(cursor, 'json-expected-comma')
    return -1
  }
  cursor.at++
  skipBlank(cursor)
  const next = text.charCodeAt(cursor.at)
  if (next !== close) return next
  fail(cursor, 'json-trailing-comma', comma, comma + 1)
  return -1
}

/** Reads the string at the cursor, up to the limit of a text; returns an empty one unless `isWanted`. */
function readString(cursor: JsonCursor, isWanted: boolean): string | null {
  const { text, at: start } = cursor
  const stop = isWanted ? start + FILE_LIMITS.text : Number.POSITIVE_INFINITY
  let at = start + 1
  let chunk = at
  let value = ''
  for (;;) {
    if (at >= stop) return failTooLong(cursor, start)
    const code = text.charCodeAt(at)
    if (code === QUOTE) break
    if (code === BACKSLASH) {
      ESCAPE.lastIndex = at
      if (!ESCAPE.test(text)) {
        if (at + 1 >= text.length) return fail(cursor, 'json-unterminated-string', start, at + 1)
        return fail(cursor, 'json-bad-escape', at, at + 2)
      }
      if (isWanted) value += text.slice(chunk, at) + unescapeAt(text, at)
      at = ESCAPE.lastIndex
      chunk = at
      continue
    }
    if (Number.isNaN(code)) return fail(cursor, 'json-unterminated-string', start, at)
    if (code < 32) {
      // A line break in a string is nearly always a missing quote, so the error is reported at the string.
      if (code === 10 || code === 13) return fail(cursor, 'json-unterminated-string', start, at)
      return fail(cursor, 'json-control-character', at, at + 1)
    }
    at++
  }
  cursor.at = at + 1
  if (!isWanted) return ''
  return chunk === start + 1 ? text.slice(chunk, at) : value + text.slice(chunk, at)
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

function unescapeAt(text: string, at: number): string {
  const letter = text[at + 1] ?? ''
  if (letter === 'u') return String.fromCharCode(Number.parseInt(text.slice(at + 2, at + 6), 16))
  return SHORT_ESCAPES.get(letter) ?? letter
}
