import type { Issue } from '@dragoman/core'
import { type TableLayout, tableLayout } from '../table/table-layout.ts'
import { type CsvCell, type CsvRow, type CsvScan, DELIMITERS, nextRow, openScan } from './scan-csv.ts'

/** The properties of a file that its first rows show. */
export type CsvHead = {
  readonly delimiter: string
  /** Start of the rows, after a line that only names the delimiter. */
  readonly start: number
  readonly layout: TableLayout
  /** Columns that are aligned with blanks, which do not belong to the texts. */
  readonly aligned: ReadonlySet<number>
}

/** A file split into rows. */
export type CsvSession = CsvHead & {
  /** Non-empty rows in file order. Text between them is in no row. */
  readonly rows: readonly CsvRow[]
}

export function openCsv(text: string): CsvSession {
  const head = csvHeadOf(text)
  return { ...head, rows: [...csvRows(text, head, [])] }
}

export function csvHeadOf(text: string): CsvHead {
  const named = /^sep=([,;\t|])(?:\r\n|\n|\r)/i.exec(text)
  const start = named?.[0].length ?? 0
  const delimiter = named?.[1] ?? findDelimiter(text)
  const heads = nextHeld(openScan(text, start, delimiter))?.cells ?? []
  const layout = tableLayout(textsOf(heads), () => rowsAfterHead(text, start, delimiter))
  const aligned = new Set([layout.key])
  if (layout.hasHead) for (const [i, cell] of heads.entries()) if (isPadded(text, cell)) aligned.add(i)
  return { delimiter, start, layout, aligned }
}

function textsOf(cells: readonly CsvCell[]): readonly string[] {
  return cells.map((cell) => cell.text)
}

function* rowsAfterHead(text: string, start: number, delimiter: string): Generator<readonly string[]> {
  const scan = openScan(text, start, delimiter)
  nextHeld(scan)
  for (let row = nextHeld(scan); row !== null; row = nextHeld(scan)) yield textsOf(row.cells)
}

/** Returns the non-empty rows one by one; `issues` collects their problems. */
export function* csvRows(
  text: string,
  { start, delimiter, aligned }: CsvHead,
  issues: Issue[],
): Generator<CsvRow> {
  const scan = openScan(text, start, delimiter)
  for (let row = nextHeld(scan); row !== null; row = nextHeld(scan)) yield trimRow(row, aligned)
  issues.push(...scan.issues)
}

function nextHeld(scan: CsvScan): CsvRow | null {
  let row = nextRow(scan)
  while (row !== null && !hasContent(scan.text, row)) row = nextRow(scan)
  return row
}

/** Whether an unquoted cell has blanks around its content. */
export function isPadded(text: string, { span, isQuoted }: CsvCell): boolean {
  return !isQuoted && span.end > span.start && (isSpace(text, span.start) || isSpace(text, span.end - 1))
}

function isSpace(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t'
}

/** How many rows are checked to find the delimiter. */
const SAMPLE_ROWS = 30
const SAMPLE_CHARACTERS = 50_000

/**
 * Returns the delimiter that matches the first rows best: one that results in a header, otherwise one with
 * rows of equal length.
 */
function findDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS)
  let best: string = DELIMITERS[0]
  let bestScore = Number.NEGATIVE_INFINITY
  for (const delimiter of DELIMITERS) {
    if (!sample.includes(delimiter)) continue
    const scan = openScan(sample, 0, delimiter)
    const rows: CsvRow[] = []
    for (let left = SAMPLE_ROWS; left > 0; left--) {
      const row = nextRow(scan)
      if (row !== null && hasContent(sample, row)) rows.push(row)
    }
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

/** Whether a row is neither blank nor a comment: a line of one cell that starts with `#`. */
function hasContent(text: string, { cells, span }: CsvRow): boolean {
  if (cells.length === 1 && text[span.start] === '#') return false
  for (const cell of cells) if (cell.kind !== 'none') return true
  return false
}

function trimRow(row: CsvRow, aligned: ReadonlySet<number>): CsvRow {
  for (const column of aligned) {
    const cell = row.cells[column]
    if (cell === undefined || cell.isQuoted || cell.text === cell.text.trim()) continue
    return {
      ...row,
      cells: row.cells.map((each, i) =>
        each.isQuoted || !aligned.has(i) ? each : { ...each, text: each.text.trim() },
      ),
    }
  }
  return row
}
