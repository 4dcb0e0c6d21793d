import type { EntryPath } from '@dragoman/core'
import type { RenameEdit } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { withMoved } from '../edit/renamed-branches.ts'
import { type Added, addText } from './add-text.ts'
import type { Branch, Item } from './draft.ts'
import { removeHidden } from './remove-item.ts'
import { checkPath, locationAt, note, removeText, type Session, type Target, target } from './session.ts'
import { shiftLines } from './shift-lines.ts'
import { isPluralMap, type TextLocation } from './text-locations.ts'

/** Gives a text another name: in place if it keeps its parent, otherwise it moves with its comments. */
export function renameEntry(session: Session, place: TextLocation, edit: RenameEdit): void {
  const { path, name, unit } = target(session, edit.path, edit.unit)
  checkPath(path, name)
  if (session.dialect.isNeeded(place.item)) throw new EditError('not-representable', edit.name)
  const others = (session.locations.get(edit.name) ?? []).slice(1)
  const key = place.unit !== undefined || unit !== undefined ? null : keyForRename(place, path)
  for (const other of others) removeText(session, other)
  session.locations.delete(edit.name)
  if (key === null) moveEntry(session, place, { path, name, unit })
  else renameInPlace(session, place, { key, path, name })
}

function renameInPlace(
  session: Session,
  place: TextLocation,
  { key, path, name }: { readonly key: string; readonly path: EntryPath; readonly name: string },
): void {
  const { branch, item, leaf } = place
  if (branch.items.some((other) => other.key === key)) throw new EditError('place-taken', name)
  removeHidden(session, branch, item)
  const renamed = rekey(session, { branch, item }, key)
  if (renamed === null) throw new EditError('unusable-path', name)
  note(session, { branch, item: renamed, leaf, path, name })
  if (session.dialect.hasPlurals && isPluralMap(branch) && branch !== session.top)
    throw new EditError('not-representable', name)
}

/** Replaces the key of an item. Null: the syntax cannot write it. */
export function rekey(session: Session, { branch, item }: Added, key: string): Item | null {
  const rawKey = session.dialect.writeKey(key, branch, item.rawKey)
  if (rawKey === null) return null
  const renamed: Item = { ...item, key, rawKey }
  branch.items[branch.items.indexOf(item)] = renamed
  if (renamed.value.kind !== 'leaf') renamed.value.parent = { branch, item: renamed }
  return renamed
}

/** Returns the key that renames an item in place; null: it has to move to another parent. */
export function keyForRename(
  place: { readonly branch: Branch; readonly path: EntryPath },
  path: EntryPath,
): string | null {
  const old = place.path.at(-1)
  const wanted = path.at(-1)
  if (place.branch.kind === 'list' || typeof old !== 'string' || typeof wanted !== 'string') return null
  const parent = place.path.slice(0, -1).join('.')
  const wantedParent = path.slice(0, -1).join('.')
  if (parent === wantedParent && place.path.length === path.length) return wanted
  // The file can have flat keys for a nested path: `a.b` becomes `a.c` without a map `a`.
  if (parent !== '' && !wantedParent.startsWith(`${parent}.`)) return null
  const inner = parent === '' ? wantedParent : wantedParent.slice(parent.length + 1)
  return inner !== '' && old.startsWith(`${inner}.`) ? `${inner}.${wanted}` : null
}

function moveEntry(session: Session, place: TextLocation, { path, name, unit }: Target): void {
  const { leaf, branch: from, item } = place
  // Removing an item of a list replaces its value.
  const was = { ...item }
  const gaps = removeText(session, place)
  const added = addText(session, {
    path,
    name,
    isForm: unit !== undefined,
    after: session.moved,
    write: (to) => session.dialect.moveValue(was, from, to),
    gaps,
  })
  session.moved = withMoved(session.moved, name)
  if (item.isVacated) item.comment = ''
  takeComments(session, { ...added, from, was })
  if (added.item.value.kind === 'leaf')
    note(session, locationAt({ ...added, leaf: added.item.value, path, name, unit, text: leaf.text }))
}

/** Gives an inserted item the comments of the item `was` of `from`, which it replaces. */
export function takeComments(
  session: Session,
  { branch, item, from, was }: Added & { readonly from: Branch; readonly was: Item },
): void {
  const isOnLine = branch.layout !== 'commas' || branch.open.includes('\n')
  // The heading of several items stays with the others. An item can start on the line of another.
  if (isOnLine && !was.isHeading && item.comment === '' && item.indent === branch.indent)
    item.comment = shiftLines(was.comment, { from: was.indent, to: item.indent }, true)
  session.dialect.moveNote(item, branch, { item: was, branch: from })
}
