import { decodeBytes } from '../decode.ts'
import type { Document, View } from '../format.ts'
import { openIssueList } from '../json/issue-list.ts'
import { readTable } from '../table/read-table.ts'
import { openCsv } from './csv-sheet.ts'

export const CSV = 'csv'

/** Reads a table of texts: with heads or without, one language, two side by side or a column for each. */
export function readCsv(bytes: Uint8Array, view?: View): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const viewed = view === undefined ? {} : { view }
  if (issue !== null) return { format: CSV, text, encoding, entries: new Map(), issues: [issue], ...viewed }
  const { rows, layout, issues } = openCsv(text)
  const list = openIssueList()
  for (const row of rows) {
    const isLonger = row.cells.slice(layout.width).some((cell) => cell.kind === 'text')
    if (!isLonger && row.cells.length >= layout.width) continue
    list.warn('ragged-row', row.span, { found: String(row.cells.length), expected: String(layout.width) })
  }
  const entries = readTable(rows, layout, view, list)
  const all = [...issues, ...list.all()].toSorted((a, b) => a.span.start - b.span.start)
  return { format: CSV, text, encoding, entries, issues: all, ...viewed }
}
