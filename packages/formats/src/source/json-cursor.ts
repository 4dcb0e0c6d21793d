import type { Issue } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { LIMITS } from '../limits/limits.ts'
import type { JsonMember, JsonNode, JsonTree } from './json.ts'

/**
 * A place in a text of JSON or of a language that contains it. Members and items of containers that are still
 * open lie on the two piles: an array that grew one by one would keep room for sixteen more, and most
 * containers of a locale file hold a few.
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

/** An error at a place; the first one is kept. Gives what a reader gives that has found nothing. */
export function fail(cursor: JsonCursor, code: FileIssueCode, start: number, end: number): null {
  cursor.issue ??= { code, severity: 'error', span: { start, end: Math.min(end, cursor.text.length) } }
  return null
}

export function failedTree(cursor: JsonCursor): JsonTree {
  const span = { start: cursor.at, end: cursor.at }
  return { root: null, issue: cursor.issue ?? { code: 'json-unexpected-token', severity: 'error', span } }
}

/** Says what stands at the cursor as precisely as it can be told, or else what was expected there. */
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

/** Whether one more value, in `depth` others, is within the limits. */
export function isWithinLimits(cursor: JsonCursor, isContainer: boolean, depth: number): boolean {
  const { at } = cursor
  if (++cursor.values > LIMITS.values) fail(cursor, 'too-many-values', at, at + 1)
  else if (isContainer && depth >= LIMITS.nesting) fail(cursor, 'too-deep', at, at + 1)
  return cursor.issue === null
}

/**
 * A number or word; `literal` and `word` are sticky expressions: what is one, and how far a person would say
 * that it reaches.
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

/** The object that ends at the cursor; its members are on the pile from `from` on. */
export function closeObject(cursor: JsonCursor, start: number, from: number): JsonNode {
  const members = cursor.members.slice(from, cursor.memberCount)
  cursor.memberCount = from
  return { kind: 'object', start, end: cursor.at, members }
}

/** The array that ends at the cursor; its items are on the pile from `from` on. */
export function closeArray(cursor: JsonCursor, start: number, from: number): JsonNode {
  const items = cursor.items.slice(from, cursor.itemCount)
  cursor.itemCount = from
  return { kind: 'array', start, end: cursor.at, items }
}
