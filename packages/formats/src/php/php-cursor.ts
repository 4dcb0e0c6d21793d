import type { Issue } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { FILE_LIMITS } from '../limits/limits.ts'

/** A position in a PHP text that is parsed and never run. */
export type PhpCursor = {
  readonly text: string
  at: number
  values: number
  readonly issues: Issue[]
  readonly counts: Map<FileIssueCode, number>
}

export function openPhp(text: string): PhpCursor {
  return { text, at: 0, values: 0, issues: [], counts: new Map() }
}

/** Skips whitespace and comments. */
export function skipTrivia(cursor: PhpCursor): void {
  const { text } = cursor
  for (;;) {
    const code = text.charCodeAt(cursor.at)
    if (code === 32 || (code >= 9 && code <= 13)) {
      cursor.at++
    } else if (code === 35 && text.charCodeAt(cursor.at + 1) !== 91) {
      skipLine(cursor)
    } else if (code === 47 && text.charCodeAt(cursor.at + 1) === 47) {
      skipLine(cursor)
    } else if (code === 47 && text.charCodeAt(cursor.at + 1) === 42) {
      const end = text.indexOf('*/', cursor.at + 2)
      if (end < 0) {
        fail(cursor, 'unclosed', cursor.at, { opener: '/*' })
        return
      }
      cursor.at = end + 2
    } else {
      return
    }
  }
}

/** Skips a line comment, which also ends where PHP ends. */
function skipLine(cursor: PhpCursor): void {
  LINE_END.lastIndex = cursor.at
  cursor.at = LINE_END.exec(cursor.text)?.index ?? cursor.text.length
}

const LINE_END = /[\r\n]|\?>/g

export type RawString = {
  readonly kind: 'single' | 'double' | 'heredoc' | 'nowdoc'
  readonly start: number
  readonly end: number
}

/** Reads the string at the cursor, with its quotes; null if there is none. */
export function readRawString(cursor: PhpCursor): RawString | null {
  const { text, at } = cursor
  const code = text.charCodeAt(at)
  if (code === 39 || code === 34) {
    const end = endOfQuoted(text, at + 1, code)
    if (end < 0) {
      fail(cursor, 'unclosed', at, { opener: code === 39 ? "'" : '"' })
      return null
    }
    cursor.at = end
    return { kind: code === 39 ? 'single' : 'double', start: at, end }
  }
  return code === 60 && text.startsWith('<<<', at) ? readHeredoc(cursor) : null
}

function endOfQuoted(text: string, from: number, quote: number): number {
  const char = String.fromCharCode(quote)
  let at = from
  for (;;) {
    const end = text.indexOf(char, at)
    if (end < 0) return -1
    let slashes = 0
    while (end - slashes - 1 >= from && text.charCodeAt(end - slashes - 1) === 92) slashes++
    if (slashes % 2 === 0) return end + 1
    at = end + 1
  }
}

function readHeredoc(cursor: PhpCursor): RawString | null {
  const { text, at } = cursor
  const opener = /<<<[ \t]*(?:'([A-Za-z_]\w*)'|"?([A-Za-z_]\w*)"?)\r?\n/y
  opener.lastIndex = at
  const match = opener.exec(text)
  if (match === null) return null
  const label = match[1] ?? match[2] ?? ''
  const closing = new RegExp(`^[ \\t]*${label}(?!\\w)`, 'gm')
  closing.lastIndex = opener.lastIndex
  const close = closing.exec(text)
  if (close === null) {
    fail(cursor, 'unclosed', at, { opener: match[0].trim() })
    return null
  }
  cursor.at = close.index + close[0].length
  return { kind: match[1] === undefined ? 'heredoc' : 'nowdoc', start: at, end: cursor.at }
}

/**
 * Skips an expression without parsing it, up to the comma, bracket, semicolon or `=>` after it. Returns its
 * end, before whitespace. `stopsAfterBlock`: it also ends where its first block of braces does.
 */
export function skipExpression(cursor: PhpCursor, { stopsAfterBlock = false } = {}): number {
  const { text } = cursor
  const open: number[] = []
  // Arrow functions whose `=>` is to come.
  let functions = 0
  let end = cursor.at
  for (;;) {
    skipTrivia(cursor)
    const at = cursor.at
    if (at >= text.length) return end
    const code = text.charCodeAt(at)
    const isArrow = code === 61 && text.charCodeAt(at + 1) === 62
    if (isArrow && open.length === 0 && functions > 0) {
      functions--
      cursor.at += 2
      continue
    }
    if (open.length === 0 && (isArrow || code === 44 || code === 59 || CLOSERS.has(code))) return end
    if (code === 63 && text.charCodeAt(at + 1) === 62) return end
    if (code === 39 || code === 34 || text.startsWith('<<<', at)) {
      if (readRawString(cursor) === null && cursor.at === at) cursor.at++
    } else if (code === 40 || code === 91 || code === 123) {
      open.push(code)
      cursor.at++
    } else if (CLOSERS.has(code)) {
      const opener = open.pop()
      cursor.at++
      if (stopsAfterBlock && opener === 123 && open.length === 0) return cursor.at
    } else {
      WORD.lastIndex = at
      cursor.at = WORD.test(text) ? WORD.lastIndex : at + 1
      if (open.length === 0 && cursor.at === at + 2 && /^fn$/i.test(text.slice(at, cursor.at))) functions++
    }
    end = Math.min(cursor.at, text.length)
  }
}

const WORD = /[\w$\\\u0080-\uffff]+/y
const CLOSERS: ReadonlySet<number> = new Set([41, 93, 125])

/** Reports an error that stops reading, because everything after it would be a guess. */
export function fail(
  cursor: PhpCursor,
  code: FileIssueCode,
  at: number,
  params: Readonly<Record<string, string | number>>,
): void {
  report(cursor, { code, at, params })
  cursor.at = cursor.text.length
}

/** Reports an error after which reading continues. */
export function report(
  cursor: PhpCursor,
  error: {
    readonly code: FileIssueCode
    readonly at: number
    readonly params: Readonly<Record<string, string | number>>
  },
): void {
  const { code, at, params } = error
  const count = (cursor.counts.get(code) ?? 0) + 1
  cursor.counts.set(code, count)
  // A file with that many errors is not in this format, so there is no point in reading further.
  if (count > FILE_LIMITS.warnings) cursor.at = cursor.text.length
  else
    cursor.issues.push({
      code,
      severity: 'error',
      span: { start: at, end: Math.min(at + 1, cursor.text.length) },
      params,
    })
}

/** Whether an error was reported at `start` or after it. */
export function hasErrorFrom({ issues }: PhpCursor, start: number): boolean {
  return issues.some(({ severity, span }) => severity === 'error' && span.start >= start)
}
