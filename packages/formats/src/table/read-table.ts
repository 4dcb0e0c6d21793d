import type { Entry, View } from '../format.ts'
import { CONTEXT_END } from '../source/context-end.ts'
import type { IssueList } from '../source/issue-list.ts'
import { newEntry } from '../source/new-entry.ts'
import { isUsableKey } from '../source/usable-key.ts'
import { hasUnknownVariety } from './language-head.ts'
import { stateOfCell } from './state-word.ts'
import type { TableCell, TableRow } from './table.ts'
import { columnOf, type TableLayout } from './table-layout.ts'

/** Reads the entries of a table in one view. */
export function readTable(
  rows: Iterable<TableRow>,
  layout: TableLayout,
  view: View | undefined,
  list: IssueList,
): ReadonlyMap<string, Entry> {
  const table = openTable(layout, view, list)
  for (const row of rows) readRow(table, row)
  return entriesOf(table)
}

/** A table that is read row by row, in one view. */
export type TableReading = {
  readonly layout: TableLayout
  readonly column: number | null
  readonly entries: Map<string, Entry>
  readonly list: IssueList
  /** Whether the next row is the header. */
  isHead: boolean
  /** Rows that get their names once all are known. */
  readonly waiting: TableRow[]
}

export function openTable(layout: TableLayout, view: View | undefined, list: IssueList): TableReading {
  const column = columnOf(layout, view)
  return { layout, column, entries: new Map(), list, isHead: layout.hasHead, waiting: [] }
}

/** Reads the next row. */
export function readRow(table: TableReading, row: TableRow): void {
  const { layout } = table
  if (table.isHead) {
    table.isHead = false
    warnOfHeads(table, row)
  } else if (layout.contexts.length > 0) table.waiting.push(row)
  else takeRow(table, row, keyOf(row, layout))
}

function warnOfHeads({ layout, list }: TableReading, { cells }: TableRow): void {
  if (layout.kind !== 'many') return
  for (const cell of cells)
    if (cell?.kind === 'text' && hasUnknownVariety(cell.text.trim()))
      list.warn('bad-language', cell.span, { language: cell.text.trim() })
}

/** Returns the entries after all rows. */
export function entriesOf(table: TableReading): ReadonlyMap<string, Entry> {
  const { waiting, layout, entries } = table
  const names = namesOfRows(waiting, layout)
  for (const [index, row] of waiting.entries()) takeRow(table, row, names[index] ?? null)
  waiting.length = 0
  return entries
}

/**
 * Takes the entry of a row. Of rows with the same name the last one with a text is used, as in the programs that
 * load such files.
 */
function takeRow({ layout, column, entries, list }: TableReading, row: TableRow, name: string | null): void {
  if (column === null) return
  if (name === null) {
    if (row.cells.some((cell) => cell?.kind === 'text')) list.warn('unusable-key', row.span, {})
    return
  }
  const cell = row.cells[column]
  if (cell?.kind === 'other' && column !== layout.key) {
    list.warn('not-a-text', cell.span, {})
    return
  }
  if (!isEntry(cell, layout)) return
  const rival = entries.get(name)
  if (rival !== undefined) {
    list.warn('duplicate-key', rival.span, { key: name })
    entries.delete(name)
  }
  entries.set(name, entryOf(row, layout, column, name))
}

/**
 * Returns the names of rows without the header; null: the row has none. A row is named by its key; if rows of one key
 * have different contexts, each is named by its contexts and the key.
 */
export function namesOfRows(rows: readonly TableRow[], layout: TableLayout): readonly (string | null)[] {
  const keys = rows.map((row) => keyOf(row, layout))
  if (layout.contexts.length === 0) return keys
  const contexts = rows.map((row) => contextOf(row, layout))
  const first = new Map<string, string>()
  const shared = new Set<string>()
  for (const [index, key] of keys.entries()) {
    if (key === null) continue
    const context = contexts[index] ?? ''
    if ((first.get(key) ?? context) !== context) shared.add(key)
    first.set(key, context)
  }
  return keys.map((key, index) => {
    const context = contexts[index] ?? ''
    if (key === null || context === '' || !shared.has(key)) return key
    const name = `${context}${CONTEXT_END}${key}`
    return isUsableKey(name) ? name : key
  })
}

/** Returns the contexts of a row as one text; empty if it has none. */
function contextOf(row: TableRow, { contexts }: TableLayout): string {
  return contexts
    .map((column) => textIn(row, column).trim())
    .filter((text) => text !== '')
    .join('|')
}

/** Returns the key; null: the row has no usable key, for example a blank one. */
export function keyOf(row: TableRow, { key }: TableLayout): string | null {
  const cell = row.cells[key]
  return cell !== undefined && isUsableKey(cell.text) ? cell.text : null
}

/**
 * Returns whether a cell is an entry. With a column for each language, an empty cell means that there is no
 * text in that language. With one column of texts, it is an untranslated entry.
 */
export function isEntry(cell: TableCell | undefined, { kind }: TableLayout): boolean {
  return kind !== 'many' || (cell !== undefined && cell.kind !== 'none')
}

function entryOf(row: TableRow, layout: TableLayout, column: number, name: string): Entry {
  const cell = row.cells[column]
  const gap = row.placeOf?.(column) ?? row.span.end
  const source = layout.source !== null && layout.source !== column ? textIn(row, layout.source) : ''
  const limit = layout.maxLength === null ? '' : textIn(row, layout.maxLength).trim()
  return newEntry([name], name, cell?.text ?? '', cell?.span ?? { start: gap, end: gap }, {
    source: source === '' ? null : source,
    // The state is that of the translation.
    state:
      layout.state === null || column === layout.source
        ? null
        : stateOfCell(textIn(row, layout.state), layout.stateKind),
    comment: layout.comments.length === 0 ? null : commentIn(row, layout.comments),
    maxLength: limit !== '' && /^[1-9]\d{0,6}$/.test(limit) ? Number(limit) : null,
  })
}

function commentIn(row: TableRow, columns: readonly number[]): string {
  return columns
    .map((column) => textIn(row, column).trim())
    .filter((text) => text !== '')
    .join('\n')
}

function textIn(row: TableRow, column: number): string {
  return row.cells[column]?.text ?? ''
}
