import type { Issue } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { LIMITS } from '../limits/limits.ts'
import type { TableCell, TableRow } from '../table/table.ts'

/** A cell between two delimiters, including blanks for alignment. */
export type CsvCell = TableCell & { readonly isQuoted: boolean }

/** `eol` is the line break after the row, empty at the end of the file. */
export type CsvRow = Omit<TableRow, 'cells'> & { readonly cells: readonly CsvCell[]; readonly eol: string }

/**
 * Opens a scan of CSV by RFC 4180, with any delimiter and line end; quotes may have blanks around them, as in
 * manually aligned tables. Characters after a closing quote belong to the cell, as in most programs.
 */
export function openScan(text: string, from: number, delimiter: string): CsvScan {
  return {
    text,
    at: from,
    delimiter: delimiter.charCodeAt(0),
    plain: PLAIN.get(delimiter) ?? /[^,\r\n]*/y,
    issues: [],
    cells: 0,
    strayQuotes: 0,
  }
}

/** Returns the next row; null at the end, and when the limit of values is reached. */
export function nextRow(scan: CsvScan): CsvRow | null {
  if (scan.at >= scan.text.length || scan.cells > LIMITS.values) return null
  const row = readRow(scan)
  if (scan.cells > LIMITS.values) note(scan, 'error', { code: 'too-many-values', at: scan.at, params: {} })
  return row
}

/** Supported delimiters, the most common first. */
export const DELIMITERS = [',', ';', '\t', '|'] as const

/** The state of reading a file from its first to its last row. */
export type CsvScan = {
  readonly text: string
  at: number
  readonly delimiter: number
  readonly plain: RegExp
  readonly issues: Issue[]
  cells: number
  /** How many quotes are in unexpected places: a sign of another delimiter. */
  strayQuotes: number
}

const PLAIN: ReadonlyMap<string, RegExp> = new Map([
  [',', /[^,\r\n]*/y],
  [';', /[^;\r\n]*/y],
  ['\t', /[^\t\r\n]*/y],
  ['|', /[^|\r\n]*/y],
])
/** The limit of spreadsheets; a longer row is not part of a table, and counts as too many values. */
const MOST_COLUMNS = 16_384
const QUOTE = 34
const SPACE = 32
const TAB = 9

type Note = {
  readonly code: FileIssueCode
  readonly at: number
  readonly params: Readonly<Record<string, string>>
}

function note(scan: CsvScan, severity: Issue['severity'], { code, at, params }: Note): void {
  if (scan.issues.length >= LIMITS.warnings) return
  const end = Math.min(at + 1, scan.text.length)
  scan.issues.push({ code, severity, span: { start: Math.min(at, end), end }, params })
}

/** Returns the end of the line, if it is the last one of the file. */
function lastLineEnd(text: string, from: number): number | null {
  const end = text.endsWith('\r\n') ? text.length - 2 : text.length - (/[\r\n]$/.test(text) ? 1 : 0)
  const hasMore = [text.indexOf('\n', from), text.indexOf('\r', from)].some((at) => at >= 0 && at < end)
  return hasMore ? null : end
}

function readRow(scan: CsvScan): CsvRow {
  const { text, delimiter } = scan
  const start = scan.at
  const cells: CsvCell[] = []
  for (;;) {
    cells.push(readCell(scan))
    scan.cells++
    if (cells.length > MOST_COLUMNS) scan.cells = LIMITS.values + 1
    // One row can be the whole file.
    if (text.charCodeAt(scan.at) !== delimiter || scan.cells > LIMITS.values) break
    scan.at++
  }
  const end = scan.at
  if (text.startsWith('\r\n', end)) scan.at += 2
  else if (end < text.length) scan.at++
  return { span: { start, end }, cells, eol: text.slice(end, scan.at) }
}

/** Reads the cell at the position of the scan, and moves after it. */
export function readCell(scan: CsvScan): CsvCell {
  const { text } = scan
  const start = scan.at
  const open = skipBlanks(scan, start)
  if (text.charCodeAt(open) === QUOTE) {
    const quoted = readQuoted(scan, start, open)
    if (quoted !== null) return quoted
  }
  const { plain } = scan
  plain.lastIndex = start
  plain.test(text)
  scan.at = plain.lastIndex
  const raw = text.slice(start, scan.at)
  const isBlank = raw.trim() === ''
  return {
    kind: isBlank ? 'none' : 'text',
    text: isBlank ? '' : raw,
    span: { start, end: scan.at },
    isQuoted: false,
  }
}

/** Reads a quoted cell; null if it only looks like one, with blanks before and no delimiter after it. */
function readQuoted(scan: CsvScan, start: number, open: number): CsvCell | null {
  const { text, plain } = scan
  const parts: string[] = []
  let from = open + 1
  let close = text.indexOf('"', from)
  while (close >= 0 && text.charCodeAt(close + 1) === QUOTE) {
    parts.push(text.slice(from, close + 1))
    from = close + 2
    close = text.indexOf('"', from)
  }
  if (close < 0) {
    scan.strayQuotes++
    const end = lastLineEnd(text, open)
    if (open !== start) return null
    note(scan, end === null ? 'error' : 'warning', { code: 'unclosed', at: open, params: { opener: '"' } })
    if (end === null) return null
    // The end of the file closes it, as in most programs; nothing after it could be misread.
    parts.push(text.slice(from, end))
    scan.at = end
    return { kind: 'text', text: parts.join(''), span: { start, end }, isQuoted: true }
  }
  parts.push(text.slice(from, close))
  const behind = skipBlanks(scan, close + 1)
  if (!isCellEnd(scan, behind)) {
    scan.strayQuotes++
    if (open !== start) return null
    plain.lastIndex = close + 1
    plain.test(text)
    scan.at = plain.lastIndex
    parts.push(text.slice(close + 1, scan.at))
  } else scan.at = behind
  return { kind: 'text', text: parts.join(''), span: { start, end: scan.at }, isQuoted: true }
}

function isCellEnd({ text, delimiter }: CsvScan, at: number): boolean {
  const code = text.charCodeAt(at)
  return at >= text.length || code === delimiter || code === 10 || code === 13
}

function skipBlanks({ text, delimiter }: CsvScan, from: number): number {
  let at = from
  for (
    let code = text.charCodeAt(at);
    code === SPACE || (code === TAB && delimiter !== TAB);
    code = text.charCodeAt(at)
  )
    at++
  return at
}
