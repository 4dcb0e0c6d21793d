import type { Issue } from '@dragoman/core'
import { decodeBytes } from '../bytes/decode.ts'
import { type Document, type Entry, type EntryUnit, unitEntryName, type View } from '../format.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import { formAt } from '../plurals/plural-rule.ts'
import { openIssueList } from '../source/issue-list.ts'
import { newEntry } from '../source/new-entry.ts'
import { unreadDocument } from '../source/unread-document.ts'
import { type CsvHead, csvHeadOf, csvRows } from './csv-session.ts'
import {
  cellText,
  type GodotMessage,
  type GodotTable,
  godotColumn,
  godotLayout,
  godotRule,
  godotTable,
  isPlural,
} from './godot-table.ts'
import type { CsvRow } from './scan-csv.ts'

export const GODOT_CSV = 'godot-csv'

/** A file split into rows, and its messages. */
export type GodotFile = {
  readonly head: CsvHead
  /** Including the first row, which names the columns. */
  readonly rows: readonly CsvRow[]
  readonly table: GodotTable
  readonly issues: readonly Issue[]
}

export function openGodot(text: string): GodotFile {
  const head = csvHeadOf(text)
  const issues: Issue[] = []
  const rows = [...csvRows(text, { ...head, aligned: new Set() }, issues)]
  const layout = godotLayout(rows[0]?.cells.map((cell) => cell.text) ?? [])
  return { head, rows, table: godotTable(rows.slice(1), layout), issues }
}

/** Reads a table of Godot in one view; see Format.read. */
export function readGodot(bytes: Uint8Array, view?: View): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const base = { format: GODOT_CSV, text, encoding, ...(view === undefined ? {} : { view }) }
  if (issue !== null) return unreadDocument(base, issue)
  const { table, issues } = openGodot(text)
  const list = openIssueList(issues)
  const entries = new Map<string, Entry>()
  const names = new Set<string>()
  const column = godotColumn(table.layout, view)
  for (const row of table.strays) list.warn('unusable-key', row.span, {})
  for (const message of table.messages) {
    const [first] = message.rows
    if (names.has(message.name) && first !== undefined) {
      // Godot keeps the last one.
      list.warn('duplicate-key', first.span, { key: message.name })
      for (const name of [...entries.keys()]) if (name.split('\0')[0] === message.name) entries.delete(name)
    }
    names.add(message.name)
    if (column !== null) for (const entry of entriesOf(table, message, column)) entries.set(entry.name, entry)
    if (entries.size > FILE_LIMITS.values) break
  }
  return { ...base, entries, issues: list.all() }
}

function* entriesOf(table: GodotTable, message: GodotMessage, column: number): Generator<Entry> {
  const { layout } = table
  const { name, key, plural, rows } = message
  const [first] = rows
  if (first === undefined) return
  const comment = layout.comments
    .map((at) => cellText(first, at).trim())
    .filter((text) => text !== '')
    .join('\n')
  const entry = (text: string, row: CsvRow, at: number, unit: EntryUnit, source: string | null): Entry =>
    newEntry(
      [name],
      unitEntryName(unit),
      text,
      row.cells[at]?.span ?? { start: row.span.end, end: row.span.end },
      {
        unit,
        source,
        comment,
      },
    )
  const single: EntryUnit = { name, plural: 'none', form: 'other', path: [name] }
  const formed = (form: EntryUnit['form']): EntryUnit => ({ ...single, plural: 'cardinal', form })
  if (column === 0) {
    if (!isPlural(message)) yield entry(key, first, 0, single, null)
    else {
      yield entry(key, first, 0, formed('one'), null)
      if (plural !== '') yield entry(plural, first, layout.plural ?? 0, formed('other'), null)
    }
    return
  }
  const sources = layout.keyLanguage !== null
  if (!isPlural(message)) {
    const cell = first.cells[column]
    if (cell !== undefined && cell.kind !== 'none')
      yield entry(cell.text, first, column, single, sources ? key : null)
    return
  }
  const rule = godotRule(table, column)
  for (const [index, row] of rows.entries()) {
    const cell = row.cells[column]
    const form = formAt(rule, index)
    if (cell === undefined || cell.kind === 'none' || form === null) continue
    const isSingular = form === 'one' || (form === '0' && rule.count > 1)
    yield entry(
      cell.text,
      row,
      column,
      formed(form),
      sources ? (isSingular || plural === '' ? key : plural) : null,
    )
  }
}
