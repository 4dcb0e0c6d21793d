import type { Span } from '@dragoman/core'
import { type CsvSession, isPadded } from './csv-session.ts'
import type { CsvCell } from './scan-csv.ts'

/** How a file writes its cells. */
export type CsvStyle = {
  readonly delimiter: string
  /** Columns whose cells are mostly quoted. */
  readonly quoted: ReadonlySet<number>
  /** Whether an empty text must differ from an empty cell. */
  readonly marksEmpty: boolean
  readonly quotes: 'as usual' | 'always'
}

/**
 * Returns the style of a file, or of a `model` if it has no texts. A column without texts is quoted if most
 * others are.
 */
export function styleOf(session: CsvSession, model: CsvSession): CsvStyle {
  const counts = new Map<number, number>()
  const body = model.layout.hasHead && model.rows.length > 1 ? model.rows.slice(1) : model.rows
  let balance = 0
  for (const row of body) {
    for (const [column, cell] of row.cells.entries()) {
      if (cell.kind !== 'text') continue
      const vote = cell.isQuoted ? 1 : -1
      counts.set(column, (counts.get(column) ?? 0) + vote)
      balance += vote
    }
  }
  const quoted = new Set<number>()
  for (let column = 0; column <= session.layout.width; column++)
    if ((counts.get(column) ?? balance) > 0) quoted.add(column)
  return {
    delimiter: session.delimiter,
    quoted,
    marksEmpty: session.layout.kind === 'many',
    quotes: 'as usual',
  }
}

/** The position that a text is written to; `isQuoted` is null if the cell was empty. */
export type CellPosition = CsvStyle & { readonly column: number; readonly isQuoted: boolean | null }

/**
 * Returns a text as a cell, in quotes if it had them, if its neighbours have them, or if it would be misread
 * without (RFC 4180, 2.6).
 */
export function writeCell(text: string, place: CellPosition): string {
  const isUsual = place.isQuoted ?? (text !== '' && place.quoted.has(place.column))
  return isUsual || place.quotes === 'always' || needsQuotes(text, place)
    ? `"${text.replaceAll('"', '""')}"`
    : text
}

/** The position of a new text in an existing cell. */
export type ExistingCellPosition = CsvStyle & { readonly column: number; readonly isAligned: boolean }

/** Returns the new content of a cell of `file`; null for none. */
export function rewriteCell(
  file: string,
  cell: CsvCell,
  text: string | null,
  place: ExistingCellPosition,
): string {
  const written =
    text === null ? '' : writeCell(text, { ...place, isQuoted: cell.kind === 'none' ? null : cell.isQuoted })
  return place.isAligned && isPadded(file, cell) ? align(file, cell.span, written) : written
}

/** Keeps the column aligned, as far as the new text leaves space. */
function align(text: string, { start, end }: Span, written: string): string {
  const lead = /^[ \t]*(?=[^ \t])/.exec(text.slice(start, end))?.[0] ?? ''
  return (lead + written).padEnd(end - start)
}

function needsQuotes(text: string, { delimiter, column, marksEmpty }: CellPosition): boolean {
  if (text === '') return marksEmpty
  return (
    /["\r\n]/.test(text) ||
    text.includes(delimiter) ||
    text.trim() !== text ||
    (column === 0 && text.startsWith('#'))
  )
}
