import type { Issue } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { LIMITS } from '../limits.ts'
import type { TableCell, TableRow } from '../table/table.ts'

/** A cell as it stands between two delimiters, blanks that align it included. */
export type CsvCell = TableCell & { readonly isQuoted: boolean }

/** `eol` is the line break behind the row, empty at the end of the file. */
export type CsvRow = Omit<TableRow, 'cells'> & { readonly cells: readonly CsvCell[]; readonly eol: string }

export type CsvScan = {
  readonly rows: readonly CsvRow[]
  readonly issues: readonly Issue[]
  /** How many quotes stand where none should: a sign of another delimiter. */
  readonly strayQuotes: number
}

/**
 * CSV as RFC 4180 has it, with any delimiter and line end; quotes may have blanks around them, as in tables aligned by hand. Characters
 * behind a closing quote belong to the cell, as most programs have it. `most` ends the reading after so many rows.
 */
export function scanCsv(text: string, from: number, delimiter: string, most: number = Number.POSITIVE_INFINITY): CsvScan {
  const cursor: Cursor = {
    text,
    at: from,
    delimiter: delimiter.charCodeAt(0),
    plain: PLAIN.get(delimiter) ?? /[^,\r\n]*/y,
    issues: [],
    cells: 0,
    strayQuotes: 0,
  }
  const rows: CsvRow[] = []
  while (cursor.at < text.length && rows.length < most && cursor.cells <= LIMITS.values) rows.push(readRow(cursor))
  if (cursor.cells > LIMITS.values) note(cursor, 'error', { code: 'too-many-values', at: cursor.at, params: {} })
  return { rows, issues: cursor.issues, strayQuotes: cursor.strayQuotes }
}

/** The delimiters files are read with, the most usual first. */
export const DELIMITERS = [',', ';', '\t', '|'] as const

type Cursor = {
  readonly text: string
  at: number
  readonly delimiter: number
  readonly plain: RegExp
  readonly issues: Issue[]
  cells: number
  strayQuotes: number
}

const PLAIN: ReadonlyMap<string, RegExp> = new Map([
  [',', /[^,\r\n]*/y],
  [';', /[^;\r\n]*/y],
  ['\t', /[^\t\r\n]*/y],
  ['|', /[^|\r\n]*/y],
])
const QUOTE = 34
const SPACE = 32
const TAB = 9

type Note = { readonly code: FileIssueCode; readonly at: number; readonly params: Readonly<Record<string, string>> }

function note(cursor: Cursor, severity: Issue['severity'], { code, at, params }: Note): void {
  if (cursor.issues.length >= LIMITS.warnings) return
  const end = Math.min(at + 1, cursor.text.length)
  cursor.issues.push({ code, severity, span: { start: Math.min(at, end), end }, params })
}

/** Where the line ends, if it is the last one of the file. */
function lastLineEnd(text: string, from: number): number | null {
  const end = text.endsWith('\r\n') ? text.length - 2 : text.length - (/[\r\n]$/.test(text) ? 1 : 0)
  const hasMore = [text.indexOf('\n', from), text.indexOf('\r', from)].some((at) => at >= 0 && at < end)
  return hasMore ? null : end
}

function readRow(cursor: Cursor): CsvRow {
  const { text, delimiter } = cursor
  const start = cursor.at
  const cells: CsvCell[] = []
  for (;;) {
    cells.push(readCell(cursor))
    cursor.cells++
    if (text.charCodeAt(cursor.at) !== delimiter) break
    cursor.at++
  }
  const end = cursor.at
  if (text.startsWith('\r\n', end)) cursor.at += 2
  else if (end < text.length) cursor.at++
  return { span: { start, end }, cells, eol: text.slice(end, cursor.at) }
}

function readCell(cursor: Cursor): CsvCell {
  const { text } = cursor
  const start = cursor.at
  const open = skipBlanks(cursor, start)
  if (text.charCodeAt(open) === QUOTE) {
    const quoted = readQuoted(cursor, start, open)
    if (quoted !== null) return quoted
  }
  const { plain } = cursor
  plain.lastIndex = start
  plain.test(text)
  cursor.at = plain.lastIndex
  const raw = text.slice(start, cursor.at)
  return { kind: raw.trim() === '' ? 'none' : 'text', text: raw.trim() === '' ? '' : raw, span: { start, end: cursor.at }, isQuoted: false }
}

/** Null: what begins like a quoted cell is none, because blanks precede it and no delimiter follows it. */
function readQuoted(cursor: Cursor, start: number, open: number): CsvCell | null {
  const { text, plain } = cursor
  const parts: string[] = []
  let from = open + 1
  let close = text.indexOf('"', from)
  while (close >= 0 && text.charCodeAt(close + 1) === QUOTE) {
    parts.push(text.slice(from, close + 1))
    from = close + 2
    close = text.indexOf('"', from)
  }
  if (close < 0) {
    cursor.strayQuotes++
    const end = lastLineEnd(text, open)
    if (open !== start) return null
    note(cursor, end === null ? 'error' : 'warning', { code: 'unclosed', at: open, params: { opener: '"' } })
    if (end === null) return null
    // The end of the file closes it, in most programs; there is nothing behind it that could be misread.
    parts.push(text.slice(from, end))
    cursor.at = end
    return { kind: 'text', text: parts.join(''), span: { start, end }, isQuoted: true }
  }
  parts.push(text.slice(from, close))
  const behind = skipBlanks(cursor, close + 1)
  if (!isCellEnd(cursor, behind)) {
    cursor.strayQuotes++
    if (open !== start) return null
    plain.lastIndex = close + 1
    plain.test(text)
    cursor.at = plain.lastIndex
    parts.push(text.slice(close + 1, cursor.at))
  } else cursor.at = behind
  return { kind: 'text', text: parts.join(''), span: { start, end: cursor.at }, isQuoted: true }
}

function isCellEnd({ text, delimiter }: Cursor, at: number): boolean {
  const code = text.charCodeAt(at)
  return at >= text.length || code === delimiter || code === 10 || code === 13
}

function skipBlanks({ text, delimiter }: Cursor, from: number): number {
  let at = from
  for (let code = text.charCodeAt(at); code === SPACE || (code === TAB && delimiter !== TAB); code = text.charCodeAt(at)) at++
  return at
}
