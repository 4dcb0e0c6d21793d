import type { Issue } from '@dragoman/core'
import { FILE_LIMITS } from '../limits/limits.ts'
import { readPair, scanKeys } from './scan-value.ts'
import {
  failExpected,
  failToml,
  isLineEnd,
  skipBlankLines,
  skipRest,
  type TomlCursor,
} from './toml-cursor.ts'
import type { TomlHeader, TomlStatement } from './toml-statement.ts'

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
    if (cursor.values > FILE_LIMITS.values || cursor.issues.length >= FILE_LIMITS.warnings) break
    if (statement === null) skipLine(cursor)
  }
  return cursor.issues
}

function skipLine(cursor: TomlCursor): void {
  const end = cursor.text.indexOf('\n', cursor.at)
  cursor.at = end < 0 ? cursor.text.length : end + 1
}

function readStatement(cursor: TomlCursor, floor: number): TomlStatement | null {
  cursor.values++
  if (cursor.values > FILE_LIMITS.values)
    return failToml(cursor, 'too-many-values', { start: cursor.at, end: cursor.at + 1 })
  const statement =
    cursor.text.charCodeAt(cursor.at) === 91 ? readHeader(cursor, floor) : readPair(cursor, 0, floor)
  if (statement === null) return null
  skipRest(cursor)
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
