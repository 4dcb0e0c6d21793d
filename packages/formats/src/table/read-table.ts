import { isKeyName } from '@dragoman/core'
import type { Entry, View } from '../format.ts'
import type { IssueList } from '../json/issue-list.ts'
import { hasLoneSurrogate } from '../source/entry-list.ts'
import { newEntry } from '../source/new-entry.ts'
import { stateOfWord } from './state-word.ts'
import type { TableCell, TableRow } from './table.ts'
import { columnOf, type TableLayout } from './table-layout.ts'

/** The entries of a table in one view. Of rows with the same key the last one that has a text counts, as in the programs that load such files. */
export function readTable(
  rows: Iterable<TableRow>,
  layout: TableLayout,
  view: View | undefined,
  list: IssueList,
): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  const column = columnOf(layout, view)
  let isHead = layout.hasHead
  for (const row of rows) {
    if (isHead) {
      isHead = false
      continue
    }
    if (column === null) continue
    const name = keyOf(row, layout)
    if (name === null) {
      if (row.cells.some((cell) => cell?.kind === 'text')) list.warn('unusable-key', row.span, {})
      continue
    }
    const cell = row.cells[column]
    if (cell?.kind === 'other') {
      if (column !== layout.key) list.warn('not-a-text', cell.span, {})
      if (column !== layout.key) continue
    }
    if (!holdsEntry(cell, layout)) continue
    const rival = entries.get(name)
    if (rival !== undefined) {
      list.warn('duplicate-key', rival.span, { key: name })
      entries.delete(name)
    }
    entries.set(name, entryOf(row, { layout, column, name }))
  }
  return entries
}

/** Null: the row has no key that can be used, as a blank one. */
export function keyOf(row: TableRow, { key }: TableLayout): string | null {
  const cell = row.cells[key]
  return cell !== undefined && isKeyName(cell.text) && !hasLoneSurrogate(cell.text) ? cell.text : null
}

/**
 * Whether a cell is an entry: where there is a column for each language, a cell with nothing in it has no text in that language. Where
 * there is one column of texts, it is one that waits for its translation.
 */
export function holdsEntry(cell: TableCell | undefined, { kind }: TableLayout): boolean {
  return kind !== 'many' || (cell !== undefined && cell.kind !== 'none')
}

function entryOf(row: TableRow, at: { readonly layout: TableLayout; readonly column: number; readonly name: string }): Entry {
  const { layout, column, name } = at
  const cell = row.cells[column]
  const gap = row.placeOf?.(column) ?? row.span.end
  const source = layout.source !== null && layout.source !== column ? textIn(row, layout.source) : ''
  const limit = layout.maxLength === null ? '' : textIn(row, layout.maxLength).trim()
  return newEntry([name], name, cell?.text ?? '', cell?.span ?? { start: gap, end: gap }, {
    source: source === '' ? null : source,
    state: layout.state === null ? null : stateOfWord(textIn(row, layout.state)),
    comment: layout.comments.length === 0 ? null : commentIn(row, layout.comments),
    maxLength: /^[1-9]\d{0,6}$/.test(limit) ? Number(limit) : null,
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
