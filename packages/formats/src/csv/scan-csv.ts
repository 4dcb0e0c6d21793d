import type { Issue } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import type { TableCell, TableRow } from '../table/table.ts'

/** A cell between two delimiters, including blanks for alignment. */
export type CsvCell = TableCell & { readonly isQuoted: boolean }

/** `eol` is the line break after the row, empty at the end of the file. */
export type CsvRow = Omit<TableRow, 'cells'> & { readonly cells: readonly CsvCell[]; readonly eol: string }

/**
 * Opens a scan of CSV by RFC 4180, with any delimiter and line end; quotes can have blanks around them, as in
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
    isOverLimit: false,
    strayQuotes: 0,
  }
}

/** Returns the next row; null at the end, and at the first row that exceeds a limit. */
export function nextRow(scan: CsvScan): CsvRow | null {
  if (scan.at >= scan.text.length || scan.isOverLimit) return null
  const row = readRow(scan)
  return scan.isOverLimit ? null : row
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
  /** A limit of texts or of their length was reached: nothing further is read. */
  isOverLimit: boolean
  /** Number of quotes in unexpected places, which suggest another delimiter. */
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
  readonly params: Readonly<Record<string, string | number>>
}

function note(scan: CsvScan, severity: Issue['severity'], { code, at, params }: Note): void {
  if (scan.issues.length >= FILE_LIMITS.warnings) return
  const end = Math.min(at + 1, scan.text.length)
  scan.issues.push({ code, severity, span: { start: Math.min(at, end), end }, params })
}

/** Reports a limit and ends the scan; another report has no effect. */
function stopAtLimit(scan: CsvScan, { code, at, params }: Note): void {
  if (scan.isOverLimit) return
  scan.isOverLimit = true
  const end = Math.min(at + 1, scan.text.length)
  scan.issues.push({ code, severity: 'error', span: { start: Math.min(at, end), end }, params })
}

/** Stops at a cell that is longer than any text can be. */
function stopAtLongCell(scan: CsvScan, start: number): void {
  stopAtLimit(scan, { code: 'text-too-long', at: start, params: { limit: FILE_LIMITS.text } })
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
    // One row can be the whole file.
    if (cells.length > MOST_COLUMNS || scan.cells > FILE_LIMITS.values)
      stopAtLimit(scan, { code: 'too-many-values', at: scan.at, params: {} })
    if (text.charCodeAt(scan.at) !== delimiter || scan.isOverLimit) break
    scan.at++
  }
  const end = scan.at
  if (text.startsWith('\r\n', end)) scan.at += 2
  else if (end < text.length) scan.at++
  return { span: { start, end }, cells, eol: text.slice(end, scan.at) }
}

/** Reads the cell at the position of the scan, and moves after it; one over the limit stops the scan. */
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
  if (scan.at - start > FILE_LIMITS.text) stopAtLongCell(scan, start)
  const raw = text.slice(start, scan.at)
  const isBlank = raw.trim() === ''
  return {
    kind: isBlank ? 'none' : 'text',
    text: isBlank ? '' : raw,
    span: { start, end: scan.at },
    isQuoted: false,
  }
}

/** Reads a quoted cell; null if it only looks like one, with blanks before it and no delimiter after it. */
function readQuoted(scan: CsvScan, start: number, open: number): CsvCell | null {
  const { text, plain } = scan
  // After blanks, only the text after the closing quote shows whether this is a quoted cell at all.
  const stop = open === start ? open + FILE_LIMITS.text : text.length
  const close = closingQuote(text, open, stop)
  if (close < 0) {
    scan.strayQuotes++
    const end = lastLineEnd(text, open)
    if (open !== start) return null
    note(scan, end === null ? 'error' : 'warning', { code: 'unclosed', at: open, params: { opener: '"' } })
    // The end of the file closes it, as in most programs; there is nothing after it to misread.
    return end === null ? null : quotedCell(scan, { start, open, close: end, end, tail: '' })
  }
  let end = skipBlanks(scan, close + 1)
  let tail = ''
  if (!isCellEnd(scan, end) && close < stop) {
    scan.strayQuotes++
    if (open !== start) return null
    plain.lastIndex = close + 1
    plain.test(text)
    end = plain.lastIndex
    tail = text.slice(close + 1, end)
  }
  return quotedCell(scan, { start, open, close, end, tail })
}

/** Returns the first closing quote, any quote after `stop`, or -1 if there is none. */
function closingQuote(text: string, open: number, stop: number): number {
  let close = text.indexOf('"', open + 1)
  while (close >= 0 && close < stop && text.charCodeAt(close + 1) === QUOTE)
    close = text.indexOf('"', close + 2)
  return close
}

type QuotedSpans = {
  readonly start: number
  readonly open: number
  readonly close: number
  readonly end: number
  /** The text between the closing quote and the end of the cell, if it belongs to the content. */
  readonly tail: string
}

/** Returns a quoted cell, and moves after it; one over the limit is not decoded. */
function quotedCell(scan: CsvScan, { start, open, close, end, tail }: QuotedSpans): CsvCell {
  const { text } = scan
  scan.at = end
  const isLong = end - start > FILE_LIMITS.text
  if (isLong) stopAtLongCell(scan, start)
  const value = isLong ? '' : unquoted(text, open + 1, close) + tail
  return { kind: 'text', text: value, span: { start, end }, isQuoted: true }
}

/** Returns the content of a quoted cell, in which `""` is a quote. */
function unquoted(text: string, start: number, end: number): string {
  return text.slice(start, end).replaceAll('""', '"')
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
