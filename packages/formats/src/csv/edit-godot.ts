import { type Edit, splice } from '@dragoman/core'
import { encodeText } from '../bytes/decode.ts'
import { type AddEdit, applyEdits, type EditTarget, type RenameEdit } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { keyOfEdit } from '../edit/edit-names.ts'
import { requireTexts } from '../edit/verify-output.ts'
import { type Document, type EntryEdit, unitEntryName } from '../format.ts'
import { formAt, indexOfForm, type PluralRule } from '../plurals/plural-rule.ts'
import { CONTEXT_END } from '../source/context-end.ts'
import { anyEolOf } from '../source/line-ends.ts'
import { hasLoneSurrogate } from '../source/lone-surrogates.ts'
import { isUsableKey } from '../source/usable-key.ts'
import { headOf } from '../table/language-head.ts'
import { type GodotMessage, godotColumn, godotRule, isPlural } from './godot-table.ts'
import { type GodotFile, openGodot, readGodot } from './read-godot.ts'
import type { CsvRow } from './scan-csv.ts'
import { type CsvStyle, rewriteCell, styleOf, writeCell } from './write-cell.ts'

/** A row while it is edited: the new texts of its cells by column; null empties the cell. */
type Row = { readonly source: CsvRow | null; readonly changes: Map<number, string | null> }
type Message = {
  name: string
  readonly origin: GodotMessage | null
  readonly isPlural: boolean
  readonly rows: Row[]
  isGone: boolean
}

type Work = {
  readonly text: string
  readonly file: GodotFile
  readonly style: CsvStyle
  readonly column: number
  /** The heading of the column, if the table lacks it. */
  readonly newHead: string | null
  usesNewColumn: boolean
  readonly rule: PluralRule
  readonly messages: Message[]
  readonly byName: Map<string, Message>
  readonly expected: Map<string, string>
}

/** Returns the bytes of a table of Godot after the edits (see Format.edit). */
export function editGodot(document: Document, edits: readonly EntryEdit[]): Uint8Array {
  const work = openWork(document)
  applyEdits(targetOf(work), edits)
  const bytes = encodeText(print(work), document.encoding)
  requireTexts(readGodot(bytes, document.view), work.expected, edits)
  return bytes
}

function openWork({ text, view, entries }: Document): Work {
  const file = openGodot(text)
  const { layout } = file.table
  const found = godotColumn(layout, view)
  if (found === null && view === undefined) throw new EditError('not-representable', '')
  const session = { ...file.head, rows: file.rows }
  const messages = file.table.messages.map(
    (origin): Message => ({
      name: origin.name,
      origin,
      isPlural: isPlural(origin),
      rows: origin.rows.map((source) => ({ source, changes: new Map() })),
      isGone: false,
    }),
  )
  return {
    text,
    file,
    style: { ...styleOf(session, session), marksEmpty: true },
    column: found ?? Math.max(layout.width, 1),
    newHead:
      found === null
        ? headOf(
            view?.language ?? 'en',
            layout.languages.map(({ language }) => language),
          )
        : null,
    usesNewColumn: false,
    rule: godotRule(file.table, found),
    messages,
    byName: new Map(messages.map((message) => [message.name, message])),
    expected: new Map([...entries].map(([name, entry]) => [name, entry.text])),
  }
}

type Location = { readonly message: Message; readonly index: number }

function targetOf(work: Work): EditTarget<Location> {
  return {
    nameOf: (edit) => nameOf(work, edit),
    find: (name) => find(work, name),
    setText: (location, { text }, name) => put(work, location, { name, text }),
    insert: (edit, name) => insert(work, edit, name),
    remove({ message, index }, name) {
      refuseKeys(work, name)
      message.rows[index]?.changes.set(work.column, null)
      work.expected.delete(name)
    },
    rename: (location, edit) => rename(work, location, edit),
  }
}

function nameOf({ rule }: Work, edit: AddEdit | RenameEdit): string {
  const name = keyOfEdit(edit)
  if (!isUsableKey(name) || name.endsWith(CONTEXT_END) || name.startsWith('?'))
    throw new EditError('unusable-path', name)
  const { unit } = edit
  if (unit === undefined || unit.plural === 'none') return name
  if (unit.plural !== 'cardinal' || indexOfForm(rule, unit.form) < 0)
    throw new EditError('not-representable', name)
  return unitEntryName({ ...unit, name })
}

function find(work: Work, entry: string): Location | null {
  if (!work.expected.has(entry)) return null
  const [name = ''] = entry.split('\0')
  const message = work.byName.get(name)
  if (message === undefined) return null
  return { message, index: indexOf(work, entry) }
}

function indexOf({ rule }: Work, entry: string): number {
  const form = entry.split('\0')[1]
  if (form === undefined) return 0
  for (let index = 0; index < MOST_FORMS; index++) if (formAt(rule, index) === form) return index
  return 0
}

const MOST_FORMS = 6

function refuseKeys({ column }: Work, name: string): void {
  if (column === 0) throw new EditError('read-only', name)
}

function put(
  work: Work,
  { message, index }: Location,
  { name, text }: { readonly name: string; readonly text: string },
): void {
  if (work.expected.get(name) === text) return
  refuseKeys(work, name)
  if (hasLoneSurrogate(text) || text.includes('\0')) throw new EditError('not-encodable', name)
  while (message.rows.length <= index) message.rows.push({ source: null, changes: new Map() })
  message.rows[index]?.changes.set(work.column, text)
  work.expected.set(name, text)
  work.usesNewColumn = true
}

function insert(work: Work, edit: AddEdit, name: string): void {
  refuseKeys(work, name)
  const key = keyOfEdit(edit)
  const kind = edit.unit?.plural ?? 'none'
  const known = work.byName.get(key)
  const message = known ?? newMessage(work, edit, key)
  if (message.isPlural !== (kind !== 'none')) throw new EditError('place-taken', name)
  if (known === undefined) addMessage(work, message, edit)
  else if (kind !== 'none' && edit.source !== undefined) setPlural(work, message, edit)
  // Rows of further forms have no names, so that an empty one would say nothing.
  if (edit.isBlank === true) work.usesNewColumn = true
  else put(work, { message, index: indexOf(work, name) }, { name, text: edit.text })
}

function newMessage({ file }: Work, edit: AddEdit, name: string): Message {
  const { context } = file.table.layout
  const end = name.indexOf(CONTEXT_END)
  if (end >= 0 && context === null) throw new EditError('not-representable', name)
  const changes = new Map<number, string | null>([[0, name.slice(end + 1)]])
  if (end >= 0 && context !== null) changes.set(context, name.slice(0, end))
  const comment = file.table.layout.comments[0]
  if (comment !== undefined && edit.comment !== undefined) changes.set(comment, edit.comment)
  const hasForms = (edit.unit?.plural ?? 'none') !== 'none'
  return { name, origin: null, isPlural: hasForms, rows: [{ source: null, changes }], isGone: false }
}

function addMessage(work: Work, message: Message, edit: AddEdit): void {
  const after = edit.after
    .map((name) => work.byName.get(name.split('\0')[0] ?? ''))
    .find((found) => found !== undefined)
  work.messages.splice(after === undefined ? 0 : work.messages.indexOf(after) + 1, 0, message)
  work.byName.set(message.name, message)
  setPlural(work, message, edit)
}

/** Writes the plural of the key, by the source text of a form other than the singular. */
function setPlural({ file, rule }: Work, message: Message, { unit, source, text }: AddEdit): void {
  const { plural } = file.table.layout
  if (unit === undefined || unit.plural === 'none' || message.origin !== null) return
  if (plural === null) throw new EditError('not-representable', message.name)
  const isSingular = unit.form === 'one' || (unit.form === '0' && rule.count > 1)
  const row = message.rows[0]
  if (!isSingular || !row?.changes.has(plural))
    row?.changes.set(plural, (isSingular ? null : source) || row.changes.get(0) || text)
}

function rename(work: Work, { message }: Location, edit: RenameEdit): Map<string, string> {
  const target = keyOfEdit(edit)
  const { layout } = work.file.table
  const end = target.indexOf(CONTEXT_END)
  refuseKeys(work, edit.name)
  if (end >= 0 && layout.context === null) throw new EditError('not-representable', target)
  if (work.byName.has(target)) throw new EditError('place-taken', target)
  const row = message.rows[0]
  row?.changes.set(0, target.slice(end + 1))
  if (layout.context !== null) row?.changes.set(layout.context, end < 0 ? null : target.slice(0, end))
  const others = new Map<string, string>()
  for (const [name, text] of [...work.expected]) {
    const [key, form] = name.split('\0')
    if (key !== message.name) continue
    const renamed = form === undefined ? target : `${target}\0${form}`
    work.expected.delete(name)
    work.expected.set(renamed, text)
    if (name !== edit.name) others.set(name, renamed)
  }
  work.byName.delete(message.name)
  work.byName.set(target, message)
  message.name = target
  return others
}

function print(work: Work): string {
  const { text, file, style, newHead, column } = work
  const eol = anyEolOf(text) ?? '\n'
  const edits: Edit[] = []
  const width = Math.max(file.table.layout.width, column + 1)
  const head = file.rows[0]
  if (head === undefined) throw new EditError('not-representable', '')
  const cellsOf = (row: Row): string =>
    Array.from({ length: width }, (_, at) => {
      const value = row.changes.get(at) ?? null
      return value === null ? '' : writeCell(value, { ...style, column: at, isQuoted: null })
    }).join(style.delimiter)
  if (newHead !== null && work.usesNewColumn)
    edits.push({ span: { start: head.span.end, end: head.span.end }, text: style.delimiter + newHead })
  let previous = file.table.rules ?? head
  let added: string[] = []
  const flush = (): void => {
    if (added.length === 0) return
    const at = previous.span.end + previous.eol.length
    const lines = added.join(eol)
    edits.push({ span: { start: at, end: at }, text: previous.eol === '' ? eol + lines : lines + eol })
    added = []
  }
  for (const message of work.messages) {
    for (const row of message.rows) {
      if (row.source === null) {
        added.push(cellsOf(row))
        continue
      }
      flush()
      previous = row.source
      edits.push(...rowEdits(work, row.source, row.changes))
    }
  }
  flush()
  return splice(text, edits)
}

function rowEdits(
  { text, style }: Work,
  row: CsvRow,
  changes: ReadonlyMap<number, string | null>,
): readonly Edit[] {
  const edits: Edit[] = []
  const last = Math.max(-1, ...changes.keys())
  let tail = ''
  for (const [column, value] of changes) {
    const cell = row.cells[column]
    if (cell !== undefined)
      edits.push({
        span: cell.span,
        text: rewriteCell(text, cell, value, { ...style, column, isAligned: false }),
      })
  }
  for (let column = row.cells.length; column <= last; column++) {
    const value = changes.get(column) ?? null
    tail += style.delimiter + (value === null ? '' : writeCell(value, { ...style, column, isQuoted: null }))
  }
  if (tail !== '') edits.push({ span: { start: row.span.end, end: row.span.end }, text: tail })
  return edits
}
