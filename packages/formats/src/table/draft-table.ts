import { append } from '@dragoman/core'
import { type AddEdit, applyEdits, type EditTarget, type SetEdit } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { nameWithoutForm } from '../edit/edit-names.ts'
import type { EntryEdit, EntryState, View } from '../format.ts'
import { type Chain, chainOf, insertAfter, type Link, linksOf, unlink } from '../source/chain.ts'
import { CONTEXT_END } from '../source/context-end.ts'
import { hasLoneSurrogate } from '../source/lone-surrogates.ts'
import { isUsableKey } from '../source/usable-key.ts'
import { isEntry, namesOfRows } from './read-table.ts'
import { cellForState, stateOfCell } from './state-word.ts'
import type { TableRow } from './table.ts'
import { columnOf, headFor, type TableLayout } from './table-layout.ts'

/** A row while it is being edited: its source in the file, and the new content of its cells. */
export type DraftRow<Row extends TableRow> = {
  /** Null for a new row. */
  readonly source: Row | null
  readonly isKeyed: boolean
  /** New texts by column; null empties the cell. */
  changes: ReadonlyMap<number, string | null>
}

export type TableDraft<Row extends TableRow> = {
  readonly rows: Chain<DraftRow<Row>>
  /** A column that the table did not have, after all others. */
  readonly newColumn: { readonly column: number; readonly head: string } | null
  /** The texts by name that the result must have when it is read. */
  readonly expected: ReadonlyMap<string, string>
}

type Setting = {
  readonly layout: TableLayout
  readonly view: View | undefined
  readonly texts: ReadonlyMap<string, string>
}

/** Returns the rows of a table after the edits. `texts` are those of the view by their names. */
export function draftTable<Row extends TableRow>(
  rows: readonly Row[],
  edits: readonly EntryEdit[],
  setting: Setting,
): TableDraft<Row> {
  const work = openWork(rows, setting)
  applyEdits(targetOf(work), edits)
  const { layout, view } = setting
  const head = view === undefined ? '' : headFor(layout, view.language)
  return {
    rows: work.rows,
    newColumn: work.usesNewColumn ? { column: work.column, head } : null,
    expected: work.expected,
  }
}

/** Shared by most rows, so that they need none of their own. */
const NO_CHANGES: ReadonlyMap<number, string | null> = new Map()

type Work<Row extends TableRow> = {
  readonly layout: TableLayout
  readonly rows: Chain<DraftRow<Row>>
  readonly column: number
  readonly isNewColumn: boolean
  usesNewColumn: boolean
  readonly byKey: Map<string, Link<DraftRow<Row>>[]>
  /** Names by their keys, if the table has contexts. */
  readonly namesOfKey: Map<string, Set<string>>
  readonly expected: Map<string, string>
  /** The words in the column of states, once they are needed. */
  stateWords: ReadonlySet<string> | null
}

function openWork<Row extends TableRow>(rows: readonly Row[], { layout, view, texts }: Setting): Work<Row> {
  const names = namesOfRows(rows.slice(layout.hasHead ? 1 : 0), layout)
  const keys = layout.hasHead && rows.length > 0 ? [null, ...names] : names
  const chain = chainOf(
    rows.map((source, i): DraftRow<Row> => ({ source, isKeyed: keys[i] !== null, changes: NO_CHANGES })),
  )
  const byKey = new Map<string, Link<DraftRow<Row>>[]>()
  const namesOfKey = new Map<string, Set<string>>()
  let at = 0
  for (const link of linksOf(chain)) {
    const key = keys[at++] ?? null
    if (key === null) continue
    if (layout.contexts.length > 0) noteName(namesOfKey, key)
    append(byKey, key, link)
  }
  const column = columnOf(layout, view)
  const width = Math.max(layout.width, rows[0]?.cells.length ?? 0)
  return {
    layout,
    rows: chain,
    column: column ?? width,
    isNewColumn: column === null,
    usesNewColumn: false,
    byKey,
    namesOfKey,
    expected: new Map(texts),
    stateWords: null,
  }
}

/** Returns the edit target; its locations are the texts by name. */
function targetOf<Row extends TableRow>(work: Work<Row>): EditTarget<string> {
  return {
    nameOf: nameWithoutForm,
    find: (name) => work.expected.get(name) ?? null,
    setText: (before, edit, name) => setText(work, edit, { name, before }),
    insert: (edit, name) => addText(work, edit, name),
    remove: (_, name) => removeText(work, name),
    rename: (text, { name }, newName) => renameRows(work, { name, newName, text }),
  }
}

function setText<Row extends TableRow>(
  work: Work<Row>,
  { text, state }: SetEdit | AddEdit,
  { name, before }: { readonly name: string; readonly before: string },
): void {
  const link = rowOf(work, name)
  if (link === null) throw new EditError('no-entry', name)
  if (before !== text) {
    refuseKeys(work, name)
    put(work, link.piece, { name, text })
  }
  if (state !== undefined) putState(work, link.piece, state)
  else if (text === '' && before !== '') resetState(work, link.piece)
}

function addText<Row extends TableRow>(work: Work<Row>, edit: AddEdit, name: string): void {
  const { layout } = work
  checkName(name)
  refuseKeys(work, name)
  const links = work.byKey.get(name) ?? []
  const last = links.at(-1)
  if (last !== undefined) {
    if (links.some(({ piece }) => piece.source?.cells[work.column]?.kind === 'other'))
      throw new EditError('place-taken', name)
    addCell(work, last.piece, edit, name)
    return
  }
  const row: DraftRow<Row> = { source: null, isKeyed: true, changes: NO_CHANGES }
  putName(work, row, name)
  if (
    layout.source !== null &&
    layout.source !== layout.key &&
    layout.source !== work.column &&
    edit.source !== undefined
  )
    change(row, layout.source, requireEncodable(edit.source, name))
  const [remark] = layout.comments
  if (remark !== undefined && edit.comment !== undefined)
    change(row, remark, requireEncodable(edit.comment, name))
  if (layout.maxLength !== null && edit.maxLength !== undefined)
    change(row, layout.maxLength, String(edit.maxLength))
  addCell(work, row, edit, name)
  if (edit.state !== undefined) putState(work, row, edit.state)
  work.byKey.set(name, [insertAfter(work.rows, placeFor(work, edit.after), row)])
  if (layout.contexts.length > 0) noteName(work.namesOfKey, name)
}

/**
 * Returns the position of a row: after the nearest name that exists in any language, otherwise before the
 * first row with a key.
 */
function placeFor<Row extends TableRow>(
  work: Work<Row>,
  after: readonly string[],
): Link<DraftRow<Row>> | null {
  for (const name of after) {
    const link = work.byKey.get(name)?.at(-1)
    if (link !== undefined) return link
  }
  const first = firstKeyed(work)
  return first === null ? work.rows.last : first.previous
}

function firstKeyed<Row extends TableRow>(work: Work<Row>): Link<DraftRow<Row>> | null {
  for (const link of linksOf(work.rows)) if (link.piece.isKeyed) return link
  return null
}

function removeText<Row extends TableRow>(work: Work<Row>, name: string): void {
  const { layout, column } = work
  refuseKeys(work, name)
  work.expected.delete(name)
  if (isNamedByContext(work, name)) {
    emptyRows(work, name)
    return
  }
  const kept: Link<DraftRow<Row>>[] = []
  for (const link of work.byKey.get(name) ?? []) {
    const isShared =
      layout.kind === 'many' &&
      layout.texts.some((text) => text.column !== column && hasText(link.piece, text.column, layout))
    if (isShared) {
      if (cellHasText(link.piece, column, layout)) change(link.piece, column, null)
      kept.push(link)
    } else unlink(work.rows, link)
  }
  if (kept.length > 0) work.byKey.set(name, kept)
  else work.byKey.delete(name)
}

/**
 * Returns whether a row needs its contexts for its name: there is another row with its key.
 */
function isNamedByContext<Row extends TableRow>({ layout, namesOfKey }: Work<Row>, name: string): boolean {
  if (layout.contexts.length === 0) return false
  const names = namesOfKey.get(keyIn(name))
  return names !== undefined && (names.size > 1 || !names.has(name))
}

function noteName(namesOfKey: Map<string, Set<string>>, name: string): void {
  const key = keyIn(name)
  namesOfKey.set(key, (namesOfKey.get(key) ?? new Set()).add(name))
}

function keyIn(name: string): string {
  return name.slice(name.lastIndexOf(CONTEXT_END) + 1)
}

/** Empties the texts of a row that stays, because it distinguishes others. */
function emptyRows<Row extends TableRow>(work: Work<Row>, name: string): void {
  const { layout, column } = work
  for (const { piece } of work.byKey.get(name) ?? [])
    if (cellHasText(piece, column, layout)) change(piece, column, null)
  if (layout.kind !== 'many') work.expected.set(name, '')
}

/** Writes a name: its context to a column for that, if other rows have the key, and the rest as the key. */
function putName<Row extends TableRow>(work: Work<Row>, row: DraftRow<Row>, name: string): void {
  const { layout } = work
  const [context] = layout.contexts
  const end = name.lastIndexOf(CONTEXT_END)
  if (end < 0 || context === undefined || !isNamedByContext(work, name)) {
    change(row, layout.key, name)
    return
  }
  for (const other of layout.contexts.slice(1)) change(row, other, null)
  change(row, context, name.slice(0, end))
  change(row, layout.key, name.slice(end + 1))
}

/** Whether a row has a text of its own in a column; keys that are also texts do not count. */
function hasText<Row extends TableRow>(row: DraftRow<Row>, column: number, layout: TableLayout): boolean {
  return column !== layout.key && cellHasText(row, column, layout)
}

function cellHasText<Row extends TableRow>(row: DraftRow<Row>, column: number, layout: TableLayout): boolean {
  const changed = row.changes.get(column)
  return changed === undefined ? isEntry(row.source?.cells[column], layout) : changed !== null
}

function renameRows<Row extends TableRow>(
  work: Work<Row>,
  { name, newName, text }: { readonly name: string; readonly newName: string; readonly text: string },
): undefined {
  if (work.layout.source === work.layout.key) throw new EditError('read-only', name)
  checkName(newName)
  if (work.byKey.has(newName)) throw new EditError('place-taken', newName)
  const links = work.byKey.get(name) ?? []
  work.byKey.delete(name)
  work.namesOfKey.get(keyIn(name))?.delete(name)
  for (const { piece } of links) putName(work, piece, newName)
  if (work.layout.contexts.length > 0) noteName(work.namesOfKey, newName)
  work.byKey.set(newName, links)
  work.expected.delete(name)
  work.expected.set(newName, text)
}

/** Returns the row that a name's text is read from. */
function rowOf<Row extends TableRow>(work: Work<Row>, name: string): Link<DraftRow<Row>> | null {
  const links = work.byKey.get(name) ?? []
  return (
    links.findLast(
      ({ piece }) =>
        piece.source?.cells[work.column]?.kind !== 'other' && cellHasText(piece, work.column, work.layout),
    ) ?? null
  )
}

/** Writes the text of an addition, or only makes sure that there is a column for it. */
function addCell<Row extends TableRow>(
  work: Work<Row>,
  row: DraftRow<Row>,
  { text, isBlank }: AddEdit,
  name: string,
): void {
  if (isBlank !== true || work.layout.kind !== 'many') put(work, row, { name, text })
  else if (work.isNewColumn) work.usesNewColumn = true
}

function put<Row extends TableRow>(
  work: Work<Row>,
  row: DraftRow<Row>,
  { name, text }: { readonly name: string; readonly text: string },
): void {
  change(row, work.column, requireEncodable(text, name))
  work.expected.set(name, text)
  if (work.isNewColumn) work.usesNewColumn = true
}

/** Marks an emptied translation as not done, in a column that shows what is done. */
function resetState<Row extends TableRow>(work: Work<Row>, row: DraftRow<Row>): void {
  const { state: column, stateKind, kind } = work.layout
  if (column === null || kind === 'many') return
  const state = stateOfCell(cellText(row, column), stateKind)
  const isDone = state === 'reviewed' || (state === 'translated' && stateKind === 'words')
  if (isDone) putState(work, row, 'draft')
}

/** Returns the text of a cell as it will be written. */
function cellText<Row extends TableRow>({ changes, source }: DraftRow<Row>, column: number): string {
  const changed = changes.get(column)
  return changed === undefined ? (source?.cells[column]?.text ?? '') : (changed ?? '')
}

function putState<Row extends TableRow>(work: Work<Row>, row: DraftRow<Row>, state: EntryState): void {
  const { state: column, stateKind, source, hasHead } = work.layout
  if (column === null || work.column === source) return
  const now = cellText(row, column)
  if (stateOfCell(now, stateKind) === state) return
  work.stateWords ??= new Set(
    [...linksOf(work.rows)]
      .slice(hasHead ? 1 : 0)
      .flatMap(({ piece }) => (piece.source === null ? [] : (piece.source.cells[column]?.text ?? ''))),
  )
  const text = cellForState(state, stateKind, work.stateWords)
  if (text !== now) change(row, column, text)
}

/**
 * Refuses changes of keys: their column can be shown as the source texts, but changing one would change the
 * other.
 */
function refuseKeys<Row extends TableRow>({ layout, column }: Work<Row>, name: string): void {
  if (column === layout.key) throw new EditError('read-only', name)
}

function change<Row extends TableRow>(row: DraftRow<Row>, column: number, text: string | null): void {
  row.changes = new Map([...row.changes, [column, text]])
}

function checkName(name: string): void {
  if (!isUsableKey(name)) throw new EditError('unusable-path', name)
}

function requireEncodable(text: string, name: string): string {
  if (hasLoneSurrogate(text)) throw new EditError('not-encodable', name)
  return text
}
