import { type Edit, splice } from '@dragoman/core'
import type { Document, EntryEdit } from '../format.ts'
import { hasLoneSurrogate } from '../source/lone-surrogates.ts'
import { columnOf } from '../table/table-layout.ts'
import { type CsvHead, csvHeadOf } from './csv-session.ts'
import { openScan, readCell } from './scan-csv.ts'
import { type ExistingCellPosition, rewriteCell } from './write-cell.ts'

/**
 * Returns the text of the file with new texts in existing cells, located by the entries without reading other
 * cells. Null if the edits do more, or if it is not certain that all other cells still read the same.
 */
export function replaceCells(document: Document, edits: readonly EntryEdit[]): string | null {
  const { text: file, entries, view } = document
  const head = csvHeadOf(file)
  const column = columnOf(head.layout, view)
  if (column === null || column === head.layout.key || LOOSE_QUOTE.test(file)) return null
  const place: ExistingCellPosition = {
    column,
    isAligned: head.aligned.has(column),
    delimiter: head.delimiter,
    quoted: NO_COLUMNS,
    marksEmpty: head.layout.kind === 'many',
    quotes: 'as usual',
  }
  const scan = openScan(file, head.start, head.delimiter)
  const replacements = new Map<string, Replacement>()
  for (const edit of edits) {
    const entry = edit.kind === 'set' ? entries.get(edit.name) : undefined
    if (edit.kind !== 'set' || entry === undefined || hasLoneSurrogate(edit.text) || edit.text.includes('\0'))
      return null
    // An emptied text also gets another state.
    if (head.layout.state !== null && (edit.state !== undefined || edit.text === '')) return null
    if (edit.text === (replacements.get(edit.name)?.wanted ?? entry.text)) continue
    const { span } = entry
    scan.at = span.start
    const cell = readCell(scan)
    if (cell.kind !== 'text' || cell.span.end !== span.end) return null
    replacements.set(edit.name, { span, text: rewriteCell(file, cell, edit.text, place), wanted: edit.text })
  }
  const ordered = [...replacements.values()].sort((a, b) => a.span.start - b.span.start)
  const replaced = splice(file, ordered)
  return isSameHead(csvHeadOf(replaced), head) && readBack(replaced, ordered, place) ? replaced : null
}

type Replacement = Edit & { readonly wanted: string }

/** If blanks precede a quote, all quotes after it determine whether it opens a cell. */
const LOOSE_QUOTE = /"(?<=(?:^|[,;\t|\r\n])[ \t]+")/
/** The raw text of a cell with a text shows whether the cell is quoted. */
const NO_COLUMNS: ReadonlySet<number> = new Set()

/**
 * Returns whether both headers are the same. A table is recognized by its content, which an edit can change.
 */
function isSameHead(a: CsvHead, b: CsvHead): boolean {
  const [one, other] = [a, b].map(({ delimiter, start, layout, aligned }) =>
    JSON.stringify([delimiter, start, layout, [...aligned]]),
  )
  return one === other
}

function readBack(
  file: string,
  replacements: readonly Replacement[],
  { delimiter, isAligned }: ExistingCellPosition,
): boolean {
  const scan = openScan(file, 0, delimiter)
  let shift = 0
  for (const { span, text, wanted } of replacements) {
    scan.at = span.start + shift
    shift += text.length - (span.end - span.start)
    const cell = readCell(scan)
    const held = isAligned && !cell.isQuoted ? cell.text.trim() : cell.text
    if (held !== wanted || cell.span.end !== span.end + shift) return false
  }
  return true
}
