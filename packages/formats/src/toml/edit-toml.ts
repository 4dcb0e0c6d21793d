import type { EntryPath } from '@dragoman/core'
import { encodeText } from '../decode.ts'
import { EditError } from '../edit-error.ts'
import { type Document, type EntryEdit, isWhole, unitEntryName } from '../format.ts'
import { replaceTexts } from '../source/replace-texts.ts'
import { METADATA, placeSlot, rekeyItem, removeSlot, renameSection } from './place-toml.ts'
import { readToml } from './read-toml.ts'
import { printToml } from './toml-draft.ts'
import { isCategory } from './toml-layout.ts'
import { innerValue, locationAt, replaceInner, type TomlLocation, textsNamed } from './toml-session.ts'
import { quoteToml } from './toml-string.ts'
import { eolOf, openTomlWork, type TomlWork } from './toml-work.ts'

/** The bytes of `document` after the edits (see Format.edit). */
export function editToml(
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  if (!isWhole(document)) throw new EditError('not-whole', '')
  const eol = eolOf(document.text)
  const replaced = replaceTexts(document, edits, (raw, wanted, name) =>
    quoteToml(requireScalarValues(wanted, name), raw, eol),
  )
  const text = replaced ?? applyEdits(document, edits, model)
  return encodeText(text, document.encoding)
}

type TextLocation = Extract<TomlLocation, { kind: 'text' }>
type Add = Extract<EntryEdit, { kind: 'add' }>
type Rename = Extract<EntryEdit, { kind: 'rename' }>

function applyEdits(document: Document, edits: readonly EntryEdit[], model: Document | null): string {
  const { text, entries } = document
  const work = openTomlWork(document, model)
  for (let i = 0; i < edits.length; i++) {
    const edit = edits[i]
    if (edit === undefined) break
    if (edit.kind === 'rename') i += renameForms(work, edits, i) - 1
    else applyEdit(work, edit)
  }
  const result = printToml(work.session.draft)
  if (result !== text || edits.length > entries.size) verify(document, work, result)
  return result
}

function applyEdit(work: TomlWork, edit: Exclude<EntryEdit, Rename>): void {
  const { expected } = work
  switch (edit.kind) {
    case 'set':
      setText(work, edit.name, edit.text)
      return
    case 'remove':
      if (!expected.delete(edit.name)) return
      for (const location of locationsOf(work, edit.name))
        removeSlot(work.session, location, (key) => METADATA.has(key))
      return
    case 'add':
      addEntry(work, edit)
  }
}

/** Where the text of a name stands; more than one place where names collide, the one that counts first. */
function locationsOf({ session, layout, spellings }: TomlWork, name: string): readonly TextLocation[] {
  if (layout.kind === 'many')
    return spellings.flatMap((spelling) => textsNamed(session, `${name}.${spelling}`))
  const [key = '', form] = name.split('\u0000')
  if (form !== undefined) return textsNamed(session, `${key}.${form}`)
  return [...textsNamed(session, key), ...textsNamed(session, `${key}.other`)]
}

function setText(work: TomlWork, name: string, text: string): void {
  const before = work.expected.get(name)
  const location = locationsOf(work, name)[0]
  if (before === undefined || location === undefined) throw new EditError('no-entry', name)
  if (before === text) return
  work.expected.set(name, requireScalarValues(text, name))
  const { item, inner } = location
  const value = innerValue(item.value, inner)
  if (value === null) throw new EditError('no-entry', name)
  item.value = replaceInner(
    item.value,
    value,
    quoteToml(text, item.value.slice(value.start, value.end), work.session.draft.eol),
  )
}

function addEntry(work: TomlWork, edit: Add): void {
  const { expected, session } = work
  const name = edit.unit === undefined ? edit.path.join('.') : unitEntryName(edit.unit)
  if (expected.has(name)) {
    setText(work, name, edit.text)
    return
  }
  const text = requireScalarValues(edit.text, name)
  const path = slotPath(work, edit, name)
  placeSlot(session, {
    name,
    path,
    value: (neighbour) =>
      quoteToml(
        text,
        text.includes('\n') ? neighbour : /^(?:"""|''')/.test(neighbour) ? '""' : neighbour,
        session.draft.eol,
      ),
    after: neighbours(work, edit.after),
    comment: edit.comment ?? '',
    goesLast: work.layout.kind === 'many',
  })
  expected.set(name, text)
  if (edit.unit?.plural === 'cardinal') work.grown.add(edit.unit.name)
}

function* neighbours(work: TomlWork, names: readonly string[]): Generator<TextLocation> {
  for (const name of names) {
    const location = work.expected.has(name) ? locationsOf(work, name)[0] : undefined
    if (location !== undefined) yield location
  }
}

/** The full path of a text: with its form, with its language. */
function slotPath(
  work: TomlWork,
  { path, unit }: { readonly path: EntryPath; readonly unit?: Add['unit'] },
  name: string,
): readonly string[] {
  const key: string[] = []
  for (const part of unit?.path ?? path) {
    if (typeof part !== 'string') throw new EditError('not-representable', name)
    if (part === '' || /\0|\p{Surrogate}/u.test(part)) throw new EditError('unusable-path', name)
    key.push(part)
  }
  if (key.length === 0 || key.length > 90 || name.length > 1024) throw new EditError('unusable-path', name)
  const isPlain = unit === undefined || unit.plural === 'none'
  if (!isPlain && (unit.plural !== 'cardinal' || !isCategory(unit.form) || work.layout.kind === 'many'))
    throw new EditError('not-representable', name)
  if (work.layout.kind === 'many') return [...key, work.spellings[0] ?? '']
  if (!isPlain) return [...key, unit.form]
  return work.usesTables ? [...key, 'other'] : key
}

/**
 * Renames one text, or a message with all its forms at once: then its table keeps its place and only its name
 * changes. Gives how many edits that were.
 */
function renameForms(work: TomlWork, edits: readonly EntryEdit[], at: number): number {
  const group: Rename[] = []
  const first = edits[at]
  for (let i = at; i < edits.length; i++) {
    const edit = edits[i]
    if (edit?.kind !== 'rename' || first?.kind !== 'rename' || keyOf(edit.name) !== keyOf(first.name)) break
    if (
      (edit.unit?.name ?? '') !== (first.unit?.name ?? '') ||
      (group.length > 0 && !edit.name.includes('\u0000'))
    )
      break
    group.push(edit)
  }
  if (!renameTable(work, group)) for (const edit of group) renameOne(work, edit)
  return group.length
}

function keyOf(name: string): string {
  return name.split('\u0000')[0] ?? name
}

function newName(edit: Rename): string {
  return edit.unit === undefined ? edit.path.join('.') : unitEntryName(edit.unit)
}

function renameTable(work: TomlWork, group: readonly Rename[]): boolean {
  const { session, expected, layout } = work
  const [first] = group
  if (first === undefined) return false
  const key = keyOf(first.name)
  const locations = group.flatMap((edit) => locationsOf(work, edit.name))
  const section = locations[0]?.section
  if (section === undefined || section.open === '' || section.isArray || locations.length !== group.length)
    return false
  if (
    section.path.join('.') !== key ||
    locations.some((location) => location.section !== section || location.inner.length > 0)
  )
    return false
  const isAll = section.items.every(
    ({ keys }) =>
      keys.length === 1 &&
      (layout.kind === 'many' ||
        METADATA.has(keys[0] ?? '') ||
        group.some((edit) => locationsOf(work, edit.name)[0]?.item.keys[0] === keys[0])),
  )
  if (
    !isAll ||
    group.some((edit) => formOf(edit.name) !== (edit.unit === undefined ? '' : formOf(newName(edit))))
  )
    return false
  if (group.every((edit) => newName(edit) === edit.name)) return true
  const path = slotPath(work, first, newName(first)).slice(
    0,
    layout.kind === 'one' && !first.name.includes('\u0000') && !work.usesTables ? undefined : -1,
  )
  if (group.some((edit) => expected.has(newName(edit)))) throw new EditError('place-taken', newName(first))
  if (locationAt(session, path) !== null) return false
  for (let length = path.length - 1; length > 0; length--) {
    const above = locationAt(session, path.slice(0, length))
    if (above !== null && (above.kind !== 'table' || above.origin === 'inline' || above.origin === 'dotted'))
      throw new EditError('place-taken', newName(first))
  }
  renameSection(session, section, path)
  for (const edit of group) moveExpected(work, edit)
  return true
}

function formOf(name: string): string {
  return name.split('\u0000')[1] ?? ''
}

function moveExpected({ expected, grown }: TomlWork, edit: Rename): void {
  const text = expected.get(edit.name) ?? ''
  expected.delete(edit.name)
  expected.set(newName(edit), text)
  if (edit.unit?.plural === 'cardinal') grown.add(edit.unit.name)
}

function renameOne(work: TomlWork, edit: Rename): void {
  const { session, expected } = work
  const name = newName(edit)
  const locations = expected.has(edit.name) ? locationsOf(work, edit.name) : []
  const [location] = locations
  if (location === undefined) throw new EditError('no-entry', edit.name)
  if (name === edit.name) return
  if (expected.has(name)) throw new EditError('place-taken', name)
  if (location.path.some((part) => typeof part === 'number')) throw new EditError('not-representable', name)
  const isOther = location.path.at(-1) === 'other' && location.path.slice(0, -1).join('.') === edit.name
  const path = slotPath({ ...work, usesTables: isOther }, edit, name)
  for (const other of locations.slice(1)) removeSlot(session, other, (key) => METADATA.has(key))
  const isSameTable =
    path.length === location.path.length && path.slice(0, -1).every((part, i) => part === location.path[i])
  if (isSameTable && location.inner.length === 0) {
    if (locationAt(session, path) !== null) throw new EditError('place-taken', name)
    rekeyItem(session, location, path.at(-1) ?? '')
  } else {
    const value = innerValue(location.item.value, location.inner)
    const raw = value === null ? '""' : location.item.value.slice(value.start, value.end)
    const names = [...expected.keys()]
    const after = [...neighbours(work, names.slice(0, names.indexOf(edit.name)).reverse().slice(0, 5))]
    removeSlot(session, location, (key) => METADATA.has(key))
    placeSlot(session, {
      name,
      path,
      value: () => raw,
      after: after.filter(({ section }) => session.draft.sections.includes(section)),
      comment: '',
      goesLast: false,
    })
  }
  moveExpected(work, edit)
}

/** Reads the result: what does not come back as it was meant cannot be said in this file. */
function verify(document: Document, { expected, grown }: TomlWork, result: string): void {
  const again = readToml(encodeText(result, document.encoding), document.view)
  const stray = again.issues.find((issue) => issue.severity === 'error')
  if (stray !== undefined) throw new EditError('not-representable', '')
  for (const [name, text] of expected) {
    const key = keyOf(name)
    // `other` alone and `other` among forms are the same line: which of the two it is may change as forms
    // come.
    const other = grown.has(key)
      ? (again.entries.get(key) ?? again.entries.get(`${key}\u0000other`))
      : undefined
    if ((again.entries.get(name) ?? other)?.text !== text) throw new EditError('not-representable', name)
  }
  if (again.entries.size > expected.size) {
    for (const name of again.entries.keys())
      if (!expected.has(name) && !grown.has(keyOf(name))) throw new EditError('not-representable', name)
  }
}

/** TOML holds Unicode scalar values only. */
function requireScalarValues(text: string, name: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new EditError('not-representable', name)
  return text
}
