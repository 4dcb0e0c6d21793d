import type { Issue } from '@dragoman/core'
import { decodeBytes } from '../bytes/decode.ts'
import type { Document, View } from '../format.ts'
import { type IssueList, openIssueList } from '../source/issue-list.ts'
import { unreadDocument } from '../source/unread-document.ts'
import { entriesOf, openTable, readRow } from '../table/read-table.ts'
import { csvHeadOf, csvRows } from './csv-session.ts'
import type { CsvRow } from './scan-csv.ts'

export const CSV = 'csv'

/** Reads a table of texts: with or without a header, one language, two side by side or a column for each. */
export function readCsv(bytes: Uint8Array, view?: View): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const base = { format: CSV, text, encoding, ...(view === undefined ? {} : { view }) }
  if (issue !== null) return unreadDocument(base, issue)
  const head = csvHeadOf(text)
  const issues: Issue[] = []
  const list = openIssueList(issues)
  const table = openTable(head.layout, view, list)
  for (const row of csvRows(text, head, issues)) {
    warnOfLength(row, head.layout.width, list)
    readRow(table, row)
  }
  return { ...base, entries: entriesOf(table), issues: list.all() }
}

/** Warns about rows that are longer or shorter than the header or first row. */
function warnOfLength({ cells, span }: CsvRow, width: number, list: IssueList): void {
  const isLonger = cells.length > width && cells.slice(width).some((cell) => cell.kind === 'text')
  if (isLonger || cells.length < width)
    list.warn('ragged-row', span, { found: String(cells.length), expected: String(width) })
}
