import type { RenameEdit } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { keyOf } from '../edit/kind-changes.ts'
import { type NamedPath, type RenamedBranch, withMoved } from '../edit/renamed-branches.ts'
import { nameOf } from '../edit/texts-after.ts'
import { isGoMessagePart } from '../source/go-message.ts'
import { insertText, rekeyItem, removeText, renameSection } from './insert-text.ts'
import { type DraftSection, detachedLines } from './toml-draft.ts'
import {
  innerValue,
  locationAt,
  type TextLocation,
  type TomlLocation,
  textsNamed,
  traceAt,
} from './toml-session.ts'
import { fullPath, locationsOf, neighbours, type TomlWork } from './toml-work.ts'

/** Returns the texts of the file. In a file with many languages, all of them, because they have a table in common. */
export function* namedPaths(work: TomlWork): Generator<NamedPath> {
  const { session, layout, expected } = work
  if (layout.kind === 'one') {
    for (const name of expected.keys()) for (const { path } of locationsOf(work, name)) yield { name, path }
    return
  }
  for (const location of session.locations.values()) {
    if (location.kind !== 'text' || !layout.languages.includes(String(location.path.at(-1)))) continue
    const key = location.path.slice(0, -1)
    yield { name: key.join('.'), path: [...key, ANY_LANGUAGE] }
  }
}

/** In a file with many languages: the last part of the path of a text. */
const ANY_LANGUAGE = ''

/** Returns the new position of a text, or null if there is none with its name. */
export function newPlaceOf(work: TomlWork, edit: RenameEdit): NamedPath | null {
  const name = nameOf(edit)
  const path = newPathOf(work, edit, name)
  if (path === null) return null
  return { name, path: work.layout.kind === 'many' ? [...path.slice(0, -1), ANY_LANGUAGE] : path }
}

/** A message without plural forms stays a table with `other`, or a line. */
function newPathOf(work: TomlWork, edit: RenameEdit, name: string): readonly string[] | null {
  const [location] = locationsOf(work, edit.name)
  if (location === undefined) return null
  const usesTables = location.path.at(-1) === 'other' && location.path.slice(0, -1).join('.') === edit.name
  return fullPath({ ...work, usesTables }, edit, name)
}

/** Renames a text, with its tables if all their texts are renamed alike. Returns the names of the others. */
export function renameText(
  work: TomlWork,
  edit: RenameEdit,
  name: string,
): ReadonlyMap<string, string> | undefined {
  const branch = work.branches.get(edit.name)
  if (branch !== undefined) {
    for (const old of branch.names.keys()) work.branches.delete(old)
    if (renameTables(work, branch)) return new Map([...branch.names].filter(([old]) => old !== edit.name))
  }
  renameOne(work, edit, name)
}

/**
 * Renames the tables of a branch in place. Returns whether that is possible; if not, its texts have to be renamed one by
 * one.
 */
function renameTables(work: TomlWork, { path, newPath, names }: RenamedBranch): boolean {
  const { session, expected } = work
  const sections = session.draft.sections.filter(({ path: own }) => path.every((part, i) => own[i] === part))
  const isPlain = sections.every(({ path: own }) => own.every((part) => typeof part === 'string'))
  const areInside = [...names.keys()].every((name) => areWithin(work, name, sections))
  const areFree = [...names.values()].every((name) => !expected.has(name))
  if (!isPlain || !areInside || !areFree || locationAt(session, newPath) !== null) return false
  for (let length = newPath.length - 1; length > 0; length--) {
    const above = newPath.slice(0, length)
    if (!canHaveTables(traceAt(session, above)) && !canHaveTables(locationAt(session, above))) return false
  }
  for (const section of sections)
    renameSection(session, section, [...newPath, ...section.path.slice(path.length)].map(String))
  for (const [old, name] of names) moveExpected(work, old, name)
  return true
}

/** Whether a table can be opened below a location by a header. */
function canHaveTables(location: TomlLocation | null): boolean {
  return (
    location === null ||
    (location.kind === 'table' && (location.origin === 'header' || location.origin === 'implicit'))
  )
}

/** Whether a text, and those with the same name in other languages, are in lines of some tables. */
function areWithin(work: TomlWork, name: string, sections: readonly DraftSection[]): boolean {
  const { session, layout } = work
  const locations =
    layout.kind === 'many'
      ? layout.languages.flatMap((language) => textsNamed(session, `${name}.${language}`))
      : locationsOf(work, name)
  const isOne = layout.kind === 'many' ? locations.length > 0 : locations.length === 1
  return isOne && locations.every(({ section }) => sections.includes(section))
}

function moveExpected({ expected, grown }: TomlWork, old: string, name: string): void {
  // In a file with many languages, other languages can have keys that this one does not have.
  const text = expected.get(old)
  if (text === undefined) return
  expected.delete(old)
  expected.set(name, text)
  if (keyOf(name) !== name) grown.add(keyOf(name))
}

function renameOne(work: TomlWork, edit: RenameEdit, name: string): void {
  const { session, expected } = work
  const locations = locationsOf(work, edit.name)
  const [location] = locations
  const path = newPathOf(work, edit, name)
  if (location === undefined || path === null) throw new EditError('no-entry', edit.name)
  if (location.path.some((part) => typeof part === 'number')) throw new EditError('not-representable', name)
  for (const other of locations.slice(1)) removeText(session, other, isGoMessagePart)
  const isSameTable =
    path.length === location.path.length && path.slice(0, -1).every((part, i) => part === location.path[i])
  if (isSameTable && location.inner.length === 0) {
    if (locationAt(session, path) !== null) throw new EditError('place-taken', name)
    rekeyItem(session, location, path.at(-1) ?? '')
  } else {
    const names = [...expected.keys()]
    const above = names.slice(0, names.indexOf(edit.name)).reverse().slice(0, 5)
    moveText(work, location, { name, path, after: [...work.moved, ...above] })
    work.moved = withMoved(work.moved, name)
  }
  moveExpected(work, edit.name, name)
}

type Target = { readonly name: string; readonly path: readonly string[]; readonly after: readonly string[] }

function moveText(work: TomlWork, location: TextLocation, { name, path, after }: Target): void {
  const { session } = work
  const { item, inner } = location
  const value = innerValue(item.value, inner)
  const raw = value === null ? '""' : item.value.slice(value.start, value.end)
  const isLine = inner.length === 0
  const { lead, tail } = item
  const near = [...neighbours(work, after)]
  const { sections } = session.draft
  const at = sections.indexOf(location.section)
  removeText(session, location, isGoMessagePart)
  insertText(session, {
    name,
    path,
    value: () => raw,
    after: near.filter(({ section }) => sections.includes(section)),
    sectionAt: sections.includes(location.section) ? at + 1 : at,
    comment: '',
    ...(isLine ? { moved: { lead: lead.slice(detachedLines(lead).length), tail } } : {}),
    goesLast: false,
  })
}
