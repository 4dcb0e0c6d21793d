import type { Issue, Span } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { FILE_LIMITS } from '../limits/limits.ts'

/** The position of a scanner, and the issues it found. A scanner returns null after it has added an issue. */
export type TomlCursor = { readonly text: string; at: number; values: number; readonly issues: Issue[] }

/** Adds an error at a part of the text, up to the limit of issues. */
export function failToml(
  cursor: TomlCursor,
  code: FileIssueCode,
  span: Span,
  params: Readonly<Record<string, string | number>> = {},
): null {
  if (cursor.issues.length >= FILE_LIMITS.warnings) return null
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

/** Skips spaces and tabs. */
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

/** Skips spaces and a comment at the end of a line. */
export function skipRest(cursor: TomlCursor): void {
  skipSpaces(cursor)
  if (cursor.text.charCodeAt(cursor.at) === HASH) skipComment(cursor)
}

/** Whether a line or the text ends there. */
export function isLineEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return at >= text.length || code === 10 || (code === 13 && text.charCodeAt(at + 1) === 10)
}
