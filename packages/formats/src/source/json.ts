import type { Issue } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { LIMITS } from '../limits.ts'

// Our own scanner: a parser that forgives comments and trailing commas would let a file pass that i18next then cannot load,
// and the ones that do not forgive keep no positions.

export type JsonNode =
  | { readonly kind: 'string'; readonly start: number; readonly end: number; readonly value: string }
  | { readonly kind: 'literal'; readonly start: number; readonly end: number }
  | { readonly kind: 'object'; readonly start: number; readonly end: number; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly start: number; readonly end: number; readonly items: readonly JsonNode[] }

export type JsonMember = {
  readonly key: string
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: JsonNode
  /** What comments at the member say, in languages that have comments. */
  readonly note?: string
}

export type JsonTree = { readonly root: JsonNode; readonly issue: null } | { readonly root: null; readonly issue: Issue }

/**
 * Strict JSON (RFC 8259) with positions in UTF-16 code units; accepts what `JSON.parse` accepts, except what exceeds the limits.
 * The first error ends the reading and is given with its place. Duplicate keys are all kept, in file order.
 */
export function parseJson(text: string): JsonTree {
  const cursor: Cursor = { text, at: 0, values: 0, issue: null }
  skipBlank(cursor)
  if (cursor.at >= text.length) return broken(cursor, 'empty-file', 0)
  const root = readValue(cursor, 0)
  if (root === null) return broken(cursor, 'json-unexpected-token', cursor.at)
  skipBlank(cursor)
  if (cursor.at < text.length) {
    unexpected(cursor, 'json-text-after-end')
    return broken(cursor, 'json-text-after-end', cursor.at)
  }
  return { root, issue: null }
}

type Cursor = { readonly text: string; at: number; values: number; issue: Issue | null }

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92
const LITERAL = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORD = /[^\s,:"{}[\]]+/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

function broken(cursor: Cursor, code: FileIssueCode, at: number): JsonTree {
  return { root: null, issue: cursor.issue ?? { code, severity: 'error', span: { start: at, end: at } } }
}

function fail(cursor: Cursor, code: FileIssueCode, start: number, end: number): null {
  cursor.issue ??= { code, severity: 'error', span: { start, end: Math.min(end, cursor.text.length) } }
  return null
}

function skipBlank(cursor: Cursor): void {
  const { text } = cursor
  let at = cursor.at
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break
    at++
  }
  cursor.at = at
}

function readValue(cursor: Cursor, depth: number): JsonNode | null {
  const { text, at } = cursor
  if (++cursor.values > LIMITS.values) return fail(cursor, 'too-many-values', at, at + 1)
  switch (text[at]) {
    case '"': {
      const value = readString(cursor)
      return value === null ? null : { kind: 'string', start: at, end: cursor.at, value }
    }
    case '{':
      if (depth >= LIMITS.nesting) return fail(cursor, 'too-deep', at, at + 1)
      return readObject(cursor, depth)
    case '[':
      if (depth >= LIMITS.nesting) return fail(cursor, 'too-deep', at, at + 1)
      return readArray(cursor, depth)
    default:
      return readLiteral(cursor)
  }
}

function readLiteral(cursor: Cursor): JsonNode | null {
  const { text, at } = cursor
  LITERAL.lastIndex = at
  WORD.lastIndex = at
  const literal = LITERAL.test(text) ? LITERAL.lastIndex : -1
  const word = WORD.test(text) ? WORD.lastIndex : at + 1
  if (literal >= 0 && literal === word) {
    cursor.at = literal
    return { kind: 'literal', start: at, end: literal }
  }
  if (/[-+.0-9]/.test(text[at] ?? '')) return fail(cursor, 'json-bad-number', at, word)
  return unexpected(cursor, 'json-expected-value')
}

function readObject(cursor: Cursor, depth: number): JsonNode | null {
  const { text, at: start } = cursor
  const members: JsonMember[] = []
  cursor.at = start + 1
  skipBlank(cursor)
  if (text[cursor.at] === '}') {
    cursor.at++
    return { kind: 'object', start, end: cursor.at, members }
  }
  for (;;) {
    const keyStart = cursor.at
    if (text.charCodeAt(keyStart) !== QUOTE) return unexpected(cursor, 'json-expected-key')
    const key = readString(cursor)
    if (key === null) return null
    const keyEnd = cursor.at
    skipBlank(cursor)
    if (text.charCodeAt(cursor.at) !== COLON) return unexpected(cursor, 'json-expected-colon')
    cursor.at++
    skipBlank(cursor)
    const value = readValue(cursor, depth + 1)
    if (value === null) return null
    members.push({ key, keyStart, keyEnd, value })
    skipBlank(cursor)
    const next = text.charCodeAt(cursor.at)
    if (next !== COMMA) {
      if (text[cursor.at] !== '}') return unexpected(cursor, 'json-expected-comma')
      cursor.at++
      return { kind: 'object', start, end: cursor.at, members }
    }
    if (!nextAfterComma(cursor, '}')) return null
  }
}

function readArray(cursor: Cursor, depth: number): JsonNode | null {
  const { text, at: start } = cursor
  const items: JsonNode[] = []
  cursor.at = start + 1
  skipBlank(cursor)
  if (text[cursor.at] === ']') {
    cursor.at++
    return { kind: 'array', start, end: cursor.at, items }
  }
  for (;;) {
    const value = readValue(cursor, depth + 1)
    if (value === null) return null
    items.push(value)
    skipBlank(cursor)
    if (text.charCodeAt(cursor.at) !== COMMA) {
      if (text[cursor.at] !== ']') return unexpected(cursor, 'json-expected-comma')
      cursor.at++
      return { kind: 'array', start, end: cursor.at, items }
    }
    if (!nextAfterComma(cursor, ']')) return null
  }
}

function nextAfterComma(cursor: Cursor, close: '}' | ']'): boolean {
  const comma = cursor.at
  cursor.at++
  skipBlank(cursor)
  if (cursor.text[cursor.at] !== close) return true
  fail(cursor, 'json-trailing-comma', comma, comma + 1)
  return false
}

function readString(cursor: Cursor): string | null {
  const { text, at: start } = cursor
  let at = start + 1
  let chunk = at
  let value = ''
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) break
    if (code === BACKSLASH) {
      ESCAPE.lastIndex = at
      if (!ESCAPE.test(text)) {
        if (at + 1 >= text.length) return fail(cursor, 'json-unterminated-string', start, at + 1)
        return fail(cursor, 'json-bad-escape', at, at + 2)
      }
      value += text.slice(chunk, at) + unescapeAt(text, at)
      at = ESCAPE.lastIndex
      chunk = at
      continue
    }
    if (Number.isNaN(code)) return fail(cursor, 'json-unterminated-string', start, at)
    if (code < 32) {
      // A line break in a string is nearly always a forgotten quote, and the string is where to look for it.
      if (code === 10 || code === 13) return fail(cursor, 'json-unterminated-string', start, at)
      return fail(cursor, 'json-control-character', at, at + 1)
    }
    at++
  }
  cursor.at = at + 1
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

/** Says what stands at the cursor as precisely as it can be told, or else what was expected there. */
function unexpected(cursor: Cursor, expected: FileIssueCode): null {
  const { text, at } = cursor
  if (at >= text.length) return fail(cursor, 'json-unclosed', at, at)
  if (text.startsWith('//', at) || text.startsWith('/*', at)) return fail(cursor, 'json-comment', at, at + 2)
  if (/^(?:<{7}|={7}|>{7}|\|{7})/.test(text.slice(at, at + 7))) return fail(cursor, 'json-conflict-marker', at, at + 7)
  if (expected === 'json-expected-comma' && /[}\]]/.test(text[at] ?? '')) return fail(cursor, 'json-unexpected-token', at, at + 1)
  return fail(cursor, expected, at, at + 1)
}
