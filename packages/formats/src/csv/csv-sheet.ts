import type { Issue } from '@dragoman/core'
import { type TableLayout, tableLayout } from '../table/table-layout.ts'
import { type CsvCell, type CsvRow, DELIMITERS, scanCsv } from './scan-csv.ts'

/** A file taken apart into rows whose cells say what they mean. */
export type CsvSheet = {
  readonly delimiter: string
  /** Where the rows begin: behind a line that only names the delimiter. */
  readonly start: number
  /** Rows that hold something, in file order. What stands between them is in no row. */
  readonly rows: readonly CsvRow[]
  readonly layout: TableLayout
  /** Columns that are aligned with blanks, which are then no part of the texts. */
  readonly aligned: ReadonlySet<number>
  readonly issues: readonly Issue[]
}

export function openCsv(text: string): CsvSheet {
  const named = /^sep=([,;\t|])(?:\r\n|\n|\r)/i.exec(text)
  const start = named?.[0].length ?? 0
  const delimiter = named?.[1] ?? findDelimiter(text)
  const { rows, issues } = scanCsv(text, start, delimiter)
  const held = rows.filter((row) => !isBlank(row) && !isComment(text, row))
  const heads = held[0]?.cells ?? []
  const layout = tableLayout(heads.map((cell) => cell.text))
  const aligned = new Set([layout.key])
  if (layout.hasHead) for (const [i, cell] of heads.entries()) if (isPadded(text, cell)) aligned.add(i)
  return { delimiter, start, rows: held.map((row) => trimmed(row, aligned)), layout, aligned, issues }
}

/** Whether blanks stand beside what an unquoted cell holds. */
export function isPadded(text: string, { span, isQuoted }: CsvCell): boolean {
  return !isQuoted && span.end > span.start && (isSpace(text, span.start) || isSpace(text, span.end - 1))
}

function isSpace(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t'
}

/** Rows looked at to find the delimiter. */
const SAMPLE_ROWS = 30
const SAMPLE_CHARACTERS = 50_000

/** The delimiter that makes most sense of the first rows: one that gives heads, then one that gives rows of the same length. */
function findDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS)
  let best: string = DELIMITERS[0]
  let bestScore = Number.NEGATIVE_INFINITY
  for (const delimiter of DELIMITERS) {
    if (!sample.includes(delimiter)) continue
    const scan = scanCsv(sample, 0, delimiter, SAMPLE_ROWS)
    const rows = scan.rows.filter((row) => !isBlank(row) && !isComment(sample, row))
    const [first] = rows
    if (first === undefined || first.cells.length < 2) continue
    const same = rows.filter((row) => row.cells.length === first.cells.length).length
    const hasHead = tableLayout(first.cells.map((cell) => cell.text)).hasHead
    const score = (hasHead ? 2 : 0) + same / rows.length - (scan.strayQuotes > 0 ? 1 : 0)
    if (score > bestScore) {
      best = delimiter
      bestScore = score
    }
  }
  return best
}

function isBlank(row: CsvRow): boolean {
  return row.cells.every((cell) => cell.kind === 'none')
}

/** A line of one cell that begins with `#`. */
function isComment(text: string, row: CsvRow): boolean {
  return row.cells.length === 1 && text[row.span.start] === '#'
}

function trimmed(row: CsvRow, aligned: ReadonlySet<number>): CsvRow {
  const needsNone = row.cells.every((cell, i) => cell.isQuoted || !aligned.has(i) || cell.text === cell.text.trim())
  if (needsNone) return row
  return { ...row, cells: row.cells.map((cell, i) => (cell.isQuoted || !aligned.has(i) ? cell : { ...cell, text: cell.text.trim() })) }
}
