import type { Issue } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import type { JsonMember, JsonNode, JsonTree } from './json.ts'

/**
 * A position in a text of JSON or a superset. Members and items of open containers are on the two stacks,
 * because an array that grows one by one would reserve space for sixteen more, and most containers of a
 * locale file have only a few.
 */
export type JsonCursor = {
  readonly text: string
  at: number
  values: number
  issue: Issue | null
  readonly members: JsonMember[]
  memberCount: number
  readonly items: JsonNode[]
  itemCount: number
}

export function openJsonCursor(text: string): JsonCursor {
  return { text, at: 0, values: 0, issue: null, members: [], memberCount: 0, items: [], itemCount: 0 }
}

/**
 * Records an error at a position; only the first one is kept. Returns null, like a reader that found nothing.
 */
export function fail(cursor: JsonCursor, code: FileIssueCode, start: number, end: number): null {
  cursor.issue ??= { code, severity: 'error', span: { start, end: Math.min(end, cursor.text.length) } }
  return null
}

/** Records that a text is longer than any can be; reading stops. */
export function failTooLong(cursor: JsonCursor, start: number): null {
  const span = { start, end: start + 1 }
  cursor.issue ??= { code: 'text-too-long', severity: 'error', span, params: { limit: FILE_LIMITS.text } }
  return null
}

export function failedTree(cursor: JsonCursor): JsonTree {
  const span = { start: cursor.at, end: cursor.at }
  return { root: null, issue: cursor.issue ?? { code: 'json-unexpected-token', severity: 'error', span } }
}

/** Reports the syntax at the cursor as precisely as possible, otherwise the expected syntax. */
export function failUnexpected(cursor: JsonCursor, expected: FileIssueCode): null {
  const { text, at } = cursor
  if (at >= text.length) return fail(cursor, 'json-unclosed', at, at)
  if (text.startsWith('//', at) || text.startsWith('/*', at)) return fail(cursor, 'json-comment', at, at + 2)
  if (/^(?:<{7}|={7}|>{7}|\|{7})/.test(text.slice(at, at + 7)))
    return fail(cursor, 'json-conflict-marker', at, at + 7)
  if (expected === 'json-expected-comma' && /[}\]]/.test(text[at] ?? ''))
    return fail(cursor, 'json-unexpected-token', at, at + 1)
  return fail(cursor, expected, at, at + 1)
}

/** Whether one more value, inside `depth` others, is within the limits. */
export function isWithinLimits(cursor: JsonCursor, isContainer: boolean, depth: number): boolean {
  const { at } = cursor
  if (++cursor.values > FILE_LIMITS.values) fail(cursor, 'too-many-values', at, at + 1)
  else if (isContainer && depth >= FILE_LIMITS.nesting) fail(cursor, 'too-deep', at, at + 1)
  return cursor.issue === null
}

/**
 * Reads a number or word. `literal` and `word` are sticky expressions: for valid literals, and for the range
 * that people would consider one.
 */
export function readLiteral(cursor: JsonCursor, literal: RegExp, word: RegExp): JsonNode | null {
  const { text, at } = cursor
  literal.lastIndex = at
  word.lastIndex = at
  const end = literal.test(text) ? literal.lastIndex : -1
  const wordEnd = word.test(text) ? word.lastIndex : at + 1
  if (end >= 0 && end === wordEnd) {
    cursor.at = end
    return { kind: 'literal', start: at, end }
  }
  if (/[-+.0-9]/.test(text[at] ?? '')) return fail(cursor, 'json-bad-number', at, wordEnd)
  return failUnexpected(cursor, 'json-expected-value')
}

export function pushMember(cursor: JsonCursor, member: JsonMember): void {
  cursor.members[cursor.memberCount++] = member
}

export function pushItem(cursor: JsonCursor, item: JsonNode): void {
  cursor.items[cursor.itemCount++] = item
}

/** Closes the object that ends at the cursor; its members are on the stack from `from` on. */
export function closeObject(cursor: JsonCursor, start: number, from: number): JsonNode {
  const members = cursor.members.slice(from, cursor.memberCount)
  cursor.memberCount = from
  return { kind: 'object', start, end: cursor.at, members }
}

/** Closes the array that ends at the cursor; its items are on the stack from `from` on. */
export function closeArray(cursor: JsonCursor, start: number, from: number): JsonNode {
  const items = cursor.items.slice(from, cursor.itemCount)
  cursor.itemCount = from
  return { kind: 'array', start, end: cursor.at, items }
}
