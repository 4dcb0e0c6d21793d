import type { EntryPath } from '@dragoman/core'
import { encodeText } from '../bytes/decode.ts'
import { type AddEdit, applyEdits, type EditTarget, type RenameEdit } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { type Document, type EntryEdit, unitEntryName } from '../format.ts'
import { eolOf } from '../source/line-ends.ts'
import { replaceTexts } from '../source/replace-texts.ts'
import { insertText, METADATA, rekeyItem, removeText, renameSection } from './insert-text.ts'
import { readToml } from './read-toml.ts'
import { printToml } from './toml-draft.ts'
import { isCategory } from './toml-layout.ts'
import { innerValue, locationAt, replaceInner, type TomlLocation, textsNamed } from './toml-session.ts'
import { quoteToml } from './toml-string.ts'
import { openTomlWork, type TomlWork } from './toml-work.ts'

/** Returns the bytes of `document` after the edits (see Format.edit). */
export function editToml(
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  const eol = eolOf(document.text) ?? '\n'
  const replaced = replaceTexts(document, edits, (raw, wanted, name) =>
    quoteToml(requireScalarValues(wanted, name), raw, eol),
  )
  const text = replaced ?? textAfter(document, edits, model)
  return encodeText(text, document.encoding)
}

type TextLocation = Extract<TomlLocation, { kind: 'text' }>

function textAfter(document: Document, edits: readonly EntryEdit[], model: Document | null): string {
  const { text, entries } = document
  const work = openTomlWork(document, model)
  const target = targetOf(work)
  for (let i = 0; i < edits.length; ) {
    const group = formsRenamed(edits, i)
    const next = i + Math.max(group.length, 1)
    if (!renameTable(work, group)) applyEdits(target, edits.slice(i, next))
    i = next
  }
  const result = printToml(work.session.draft)
  if (result !== text || edits.length > entries.size) verify(document, work, result)
  return result
}

/** Returns the edit target; its locations are the texts by name. */
function targetOf(work: TomlWork): EditTarget<string> {
  const { expected } = work
  return {
    nameOf,
    find: (name) => expected.get(name) ?? null,
    setText: (before, { text }, name) => setText(work, { name, text, before }),
    insert: (edit, name) => addEntry(work, edit, name),
    remove(_, name) {
      expected.delete(name)
      for (const location of locationsOf(work, name))
        removeText(work.session, location, (key) => METADATA.has(key))
    },
    rename: (_, edit, newName) => renameOne(work, edit, newName),
  }
}

function nameOf({ unit, path }: AddEdit | RenameEdit): string {
  return unit === undefined ? path.join('.') : unitEntryName(unit)
}

/** Returns the location of a name's text; several if names collide, the one that is used first. */
function locationsOf({ session, layout, spellings }: TomlWork, name: string): readonly TextLocation[] {
  if (layout.kind === 'many')
    return spellings.flatMap((spelling) => textsNamed(session, `${name}.${spelling}`))
  const [key = '', form] = name.split('\u0000')
  if (form !== undefined) return textsNamed(session, `${key}.${form}`)
  return [...textsNamed(session, key), ...textsNamed(session, `${key}.other`)]
}

function setText(
  work: TomlWork,
  { name, text, before }: { readonly name: string; readonly text: string; readonly before: string },
): void {
  const location = locationsOf(work, name)[0]
  if (location === undefined) throw new EditError('no-entry', name)
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

function addEntry(work: TomlWork, edit: AddEdit, name: string): void {
  const { expected, session } = work
  const text = requireScalarValues(edit.text, name)
  const path = fullPath(work, edit, name)
  insertText(session, {
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

/** Returns the full path of a text: with its form, with its language. */
function fullPath(
  work: TomlWork,
  { path, unit }: { readonly path: EntryPath; readonly unit?: AddEdit['unit'] },
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

/** Returns the consecutive edits that rename the forms of one message; none if it renames nothing. */
function formsRenamed(edits: readonly EntryEdit[], at: number): readonly RenameEdit[] {
  const group: RenameEdit[] = []
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
  return group
}

function keyOf(name: string): string {
  return name.split('\u0000')[0] ?? name
}

/** Renames the table of a message that is renamed with all its forms, in place. False: not possible. */
function renameTable(work: TomlWork, group: readonly RenameEdit[]): boolean {
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
    group.some((edit) => formOf(edit.name) !== (edit.unit === undefined ? '' : formOf(nameOf(edit))))
  )
    return false
  if (group.every((edit) => nameOf(edit) === edit.name)) return true
  const path = fullPath(work, first, nameOf(first)).slice(
    0,
    layout.kind === 'one' && !first.name.includes('\u0000') && !work.usesTables ? undefined : -1,
  )
  if (group.some((edit) => expected.has(nameOf(edit)))) throw new EditError('place-taken', nameOf(first))
  if (locationAt(session, path) !== null) return false
  for (let length = path.length - 1; length > 0; length--) {
    const above = locationAt(session, path.slice(0, length))
    if (above !== null && (above.kind !== 'table' || above.origin === 'inline' || above.origin === 'dotted'))
      throw new EditError('place-taken', nameOf(first))
  }
  renameSection(session, section, path)
  for (const edit of group) moveExpected(work, edit)
  return true
}

function formOf(name: string): string {
  return name.split('\u0000')[1] ?? ''
}

function moveExpected({ expected, grown }: TomlWork, edit: RenameEdit): void {
  const text = expected.get(edit.name) ?? ''
  expected.delete(edit.name)
  expected.set(nameOf(edit), text)
  if (edit.unit?.plural === 'cardinal') grown.add(edit.unit.name)
}

function renameOne(work: TomlWork, edit: RenameEdit, name: string): undefined {
  const { session, expected } = work
  const locations = locationsOf(work, edit.name)
  const [location] = locations
  if (location === undefined) throw new EditError('no-entry', edit.name)
  if (location.path.some((part) => typeof part === 'number')) throw new EditError('not-representable', name)
  const isOther = location.path.at(-1) === 'other' && location.path.slice(0, -1).join('.') === edit.name
  const path = fullPath({ ...work, usesTables: isOther }, edit, name)
  for (const other of locations.slice(1)) removeText(session, other, (key) => METADATA.has(key))
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
    removeText(session, location, (key) => METADATA.has(key))
    insertText(session, {
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

/**
 * Reads the result and throws if a text is read differently than intended, because this file cannot express
 * it.
 */
function verify(document: Document, { expected, grown }: TomlWork, result: string): void {
  const again = readToml(encodeText(result, document.encoding), document.view)
  const stray = again.issues.find((issue) => issue.severity === 'error')
  if (stray !== undefined) throw new EditError('not-representable', '')
  for (const [name, text] of expected) {
    const key = keyOf(name)
    // `other` alone and `other` among forms are the same line: its meaning can change when forms are added.
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

/** Throws for lone surrogates: TOML allows Unicode scalar values only. */
function requireScalarValues(text: string, name: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new EditError('not-representable', name)
  return text
}
