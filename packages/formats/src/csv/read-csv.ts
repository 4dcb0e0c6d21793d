import type { Issue } from '@dragoman/core'
import { decodeBytes } from '../decode.ts'
import type { Document, View } from '../format.ts'
import { type IssueList, openIssueList } from '../json/issue-list.ts'
import { readTable } from '../table/read-table.ts'
import { type CsvHead, csvHeadOf, csvRows } from './csv-sheet.ts'
import type { CsvRow } from './scan-csv.ts'

export const CSV = 'csv'

/** Reads a table of texts: with heads or without, one language, two side by side or a column for each. */
export function readCsv(bytes: Uint8Array, view?: View): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const viewed = view === undefined ? {} : { view }
  if (issue !== null) return { format: CSV, text, encoding, entries: new Map(), issues: [issue], ...viewed }
  const head = csvHeadOf(text)
  const issues: Issue[] = []
  const list = openIssueList()
  const entries = readTable(evenRows(csvRows(text, head, issues), head, list), head.layout, view, list)
  const all = [...issues, ...list.all()].toSorted((a, b) => a.span.start - b.span.start)
  return { format: CSV, text, encoding, entries, issues: all, ...viewed }
}

/** The rows, of which those get a warning that are shorter or longer than the first one. */
function* evenRows(rows: Iterable<CsvRow>, { layout: { width } }: CsvHead, list: IssueList): Generator<CsvRow> {
  for (const row of rows) {
    const count = row.cells.length
    if (count < width || (count > width && row.cells.slice(width).some((cell) => cell.kind === 'text')))
      list.warn('ragged-row', row.span, { found: String(count), expected: String(width) })
    yield row
  }
}
