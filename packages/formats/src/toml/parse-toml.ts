import type { Issue, Span } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { LIMITS } from '../limits/limits.ts'
import { scanKeys, scanValue } from './scan-value.ts'

/** One part of a dotted key, unquoted; the span includes its quotes. */
export type TomlKey = { readonly value: string; readonly start: number; readonly end: number }

export type TomlValue =
  | { readonly kind: 'string'; readonly start: number; readonly end: number; readonly value: string }
  /** A number, a boolean, a date: kept, never a text. */
  | { readonly kind: 'other'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'array'
      readonly start: number
      readonly end: number
      readonly items: readonly TomlValue[]
    }
  | {
      readonly kind: 'table'
      readonly start: number
      readonly end: number
      readonly members: readonly TomlPair[]
    }

export type TomlPair = {
  readonly kind: 'pair'
  readonly keys: readonly TomlKey[]
  readonly value: TomlValue
  readonly start: number
  readonly end: number
  readonly floor: number
}

export type TomlHeader = {
  readonly kind: 'table' | 'array-table'
  readonly keys: readonly TomlKey[]
  readonly start: number
  readonly end: number
  readonly floor: number
}

/** The floor of a pair in an inline table, which is not a statement. */
export const NO_FLOOR = -1

/** `floor`: the end of the previous statement; whitespace, comments and invalid text are between. */
export type TomlStatement = TomlPair | TomlHeader

/** The position of a scanner, and the issues it found. A scanner returns null after it has added an issue. */
export type TomlCursor = { readonly text: string; at: number; values: number; readonly issues: Issue[] }

/**
 * Scans the statements of a TOML file (toml.io/en/v1.1.0) with their locations. The first part that only TOML 1.1
 * allows is a warning, because programs for 1.0 refuse the file. An invalid line is
 * reported and left out, and reading continues with the next one, except in an unclosed multi-line text. The
 * tree detects contradicting keys. Calls `visit` with one statement after the other, because keeping them all
 * would take ten times the memory of the file; it returns whether to continue.
 */
export function parseToml(text: string, visit: (statement: TomlStatement) => boolean): readonly Issue[] {
  const cursor: TomlCursor = { text, at: 0, values: 0, issues: [] }
  let floor = 0
  for (;;) {
    skipBlankLines(cursor)
    if (cursor.at >= text.length) break
    const statement = readStatement(cursor, floor)
    if (statement !== null) {
      floor = statement.end
      if (!visit(statement)) break
    }
    if (cursor.values > LIMITS.values || cursor.issues.length >= LIMITS.warnings) break
    if (statement === null) skipLine(cursor)
  }
  return cursor.issues
}

export function failToml(
  cursor: TomlCursor,
  code: FileIssueCode,
  span: Span,
  params: Readonly<Record<string, string | number>> = {},
): null {
  if (cursor.issues.length >= LIMITS.warnings) return null
  const start = Math.min(span.start, cursor.text.length)
  cursor.issues.push({
    code,
    severity: 'error',
    span: { start, end: Math.min(Math.max(span.end, start), cursor.text.length) },
    params,
  })
  return null
}

/** Warns of the first part of a file that is invalid in TOML 1.0. */
export function noteNewerSyntax(cursor: TomlCursor, start: number, end: number): void {
  if (cursor.issues.some(({ code }) => code === NEWER)) return
  cursor.issues.push({
    code: NEWER,
    severity: 'warning',
    span: { start, end },
    params: { version: 'TOML 1.1' },
  })
}

const NEWER: FileIssueCode = 'newer-syntax'

/** Reports that something else is expected at the cursor. */
export function failExpected(cursor: TomlCursor, wanted: string): null {
  const { text, at } = cursor
  WORD.lastIndex = at
  const word = WORD.exec(text)?.[0] ?? ''
  if (word === '') return failToml(cursor, 'expected-text', { start: at, end: at + 1 }, { wanted })
  return failToml(
    cursor,
    'unexpected-text',
    { start: at, end: at + word.length },
    { found: word.slice(0, 40) },
  )
}

export function skipSpaces(cursor: TomlCursor): void {
  const { text } = cursor
  let { at } = cursor
  for (let code = text.charCodeAt(at); code === 32 || code === 9; code = text.charCodeAt(at)) at++
  cursor.at = at
}

/** Skips spaces, line ends and comments between statements or between the elements of an array. */
export function skipBlankLines(cursor: TomlCursor): void {
  const { text } = cursor
  for (;;) {
    let { at } = cursor
    for (
      let code = text.charCodeAt(at);
      code === 32 || code === 10 || code === 9 || (code === 13 && text.charCodeAt(at + 1) === 10);
    ) {
      code = text.charCodeAt(++at)
    }
    cursor.at = at
    if (text.charCodeAt(cursor.at) !== HASH) return
    skipComment(cursor)
  }
}

const HASH = 35
const WORD = /[^\s\u0000-\u001f]+/y
const COMMENT = /[^\n\r\u0000-\u0008\u000b-\u001f\u007f]*/y

function skipComment(cursor: TomlCursor): void {
  const { text } = cursor
  for (;;) {
    COMMENT.lastIndex = cursor.at
    COMMENT.test(text)
    cursor.at = COMMENT.lastIndex
    if (isLineEnd(text, cursor.at)) return
    failToml(cursor, 'control-character', { start: cursor.at, end: cursor.at + 1 })
    cursor.at++
  }
}

export function isLineEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return at >= text.length || code === 10 || (code === 13 && text.charCodeAt(at + 1) === 10)
}

function skipLine(cursor: TomlCursor): void {
  const end = cursor.text.indexOf('\n', cursor.at)
  cursor.at = end < 0 ? cursor.text.length : end + 1
}

function readStatement(cursor: TomlCursor, floor: number): TomlStatement | null {
  cursor.values++
  if (cursor.values > LIMITS.values)
    return failToml(cursor, 'too-many-values', { start: cursor.at, end: cursor.at + 1 })
  const statement =
    cursor.text.charCodeAt(cursor.at) === 91 ? readHeader(cursor, floor) : readPair(cursor, 0, floor)
  if (statement === null) return null
  skipSpaces(cursor)
  if (cursor.text.charCodeAt(cursor.at) === HASH) skipComment(cursor)
  if (!isLineEnd(cursor.text, cursor.at)) return failExpected(cursor, 'the end of the line')
  return statement
}

function readHeader(cursor: TomlCursor, floor: number): TomlHeader | null {
  const { text, at: start } = cursor
  const isArray = text.charCodeAt(start + 1) === 91
  cursor.at = start + (isArray ? 2 : 1)
  const keys = scanKeys(cursor)
  if (keys === null) return null
  const close = isArray ? ']]' : ']'
  if (!text.startsWith(close, cursor.at)) {
    if (isLineEnd(text, cursor.at))
      return failToml(cursor, 'unclosed', { start, end: cursor.at }, { opener: isArray ? '[[' : '[' })
    return failExpected(cursor, close)
  }
  cursor.at += close.length
  return { kind: isArray ? 'array-table' : 'table', keys, start, end: cursor.at, floor }
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
