import { type EntryPath, FORM_NAMES, type FormName } from '@dragoman/core'
import type { RenameEdit } from '../edit/apply-edits.ts'
import { type NamedPath, type RenamedBranch, withMoved } from '../edit/renamed-branches.ts'
import { nameOf } from '../edit/texts-after.ts'
import { unitEntryName } from '../format.ts'
import { hasComment, splitLead } from '../source/json-comment.ts'
import { type DraftContainer, type DraftItem, type DraftValue, shiftLines } from '../source/json-draft.ts'
import { afterLineBreak } from '../source/json-layout.ts'
import { isUsableKey } from '../source/usable-key.ts'
import {
  type Companion,
  dropShadowed,
  type EditSession,
  type EntryLocation,
  expectFound,
  type NodeLocation,
  nodeLocationAbove,
  pathOf,
  placementsOf,
  registerItem,
  removeMember,
} from './edit-session.ts'
import { entryName } from './entry-name.ts'
import { insertEntry, insertNextTo, isFreePath, type NewEntry } from './insert-entry.ts'
import type { Placement } from './json-dialect.ts'

/** Renames an entry, with its whole branch if all its entries are renamed alike. Returns the names of the others. */
export function renameEntry(
  session: EditSession,
  place: EntryLocation,
  { edit, newName }: { readonly edit: RenameEdit; readonly newName: string },
): ReadonlyMap<string, string> | undefined {
  const { name } = edit
  const branch = session.branches.get(name)
  if (branch !== undefined) {
    for (const old of branch.names.keys()) session.branches.delete(old)
    if (renameBranch(session, place, branch))
      return new Map([...branch.names].filter(([old]) => old !== name))
  }
  const renamed = renameMessage(session, place, edit)
  if (renamed !== null) return renamed
  const { path, following } = ownerTarget(session, place, edit)
  const others = (session.locations.get(name) ?? []).slice(1)
  session.locations.delete(name)
  for (const other of others) removeMember(session, other.owner)
  if (!renameInPlace(session, place.owner, path))
    moveMember(session, place.owner, { path, name: newName, following })
  expectFound(session, newName)
}

/** Returns the new position of an entry, or null if there is none with its name. */
export function newPlaceOf(session: EditSession, edit: RenameEdit): NamedPath | null {
  const place = session.locations.get(edit.name)?.[0]
  if (place === undefined) return null
  return { name: nameOf(edit), path: ownerTarget(session, place, edit).path }
}

/**
 * Renames a branch with everything in it: in place, or it moves to its new parent. Returns whether that is possible;
 * if not, its entries have to be renamed one by one.
 */
function renameBranch(
  session: EditSession,
  place: EntryLocation,
  { path, newPath, names }: RenamedBranch,
): boolean {
  const { locations } = session
  const node = nodeLocationAbove(place.owner, place.path.length - path.length)
  const isAlone = node.container.items.every(
    (other) => other === node.item || other.key === null || other.key !== node.item.key,
  )
  // Of several locations with the same name, only the one that is used moves.
  const areFound = [...names.keys()].every((name) => locations.get(name)?.length === 1)
  const areFree = [...names.values()].every((name) => !locations.get(name)?.length)
  if (!isAlone || !areFound || !areFree || !isFreePath(session, newPath)) return false
  for (const name of names.keys()) locations.delete(name)
  const [name = ''] = names.values()
  if (!renameInPlace(session, node, newPath)) moveMember(session, node, { path: newPath, name })
  for (const newName of names.values()) expectFound(session, newName)
  return true
}

/**
 * Renames a message with all of its forms and details, in place. Returns the other forms by their old names; null: the
 * text is no form of such a message, or it has to move to another parent.
 */
function renameMessage(
  session: EditSession,
  { container }: EntryLocation,
  { name, unit }: RenameEdit,
): ReadonlyMap<string, string> | null {
  const { parent } = container
  if (session.dialect.isLeftover === undefined || parent === null || unit === undefined) return null
  if (unit.plural === 'none') return null
  const key = keyForRename(pathOf(parent), unit.path)
  if (key === null || parent.container.items.some((other) => other.key === key)) return null
  const others = new Map<string, string>()
  for (const [old, locations] of session.locations) {
    const form = locations.find((location) => location.container === container)?.item.key
    if (form === undefined || form === null) continue
    session.locations.delete(old)
    for (const other of locations) if (other.container !== container) removeMember(session, other.owner)
    if (old !== name && isFormName(form)) others.set(old, unitEntryName({ ...unit, form }))
  }
  dropShadowed(parent.container, parent.item)
  rekey(session, parent, key)
  registerItem(session, parent.container, parent.item)
  return others
}

function isFormName(key: string): key is FormName {
  return FORM_NAMES.some((name) => name === key)
}

/** Gives a member its new path if it keeps its parent. Returns whether it does. */
function renameInPlace(session: EditSession, { container, item }: NodeLocation, path: EntryPath): boolean {
  const key = keyForRename(pathOf({ container, item }), path)
  if (key === null || container.items.some((other) => other.key === key)) return false
  dropShadowed(container, item)
  rekeyCompanion(session, container, String(item.key), key)
  rekey(session, { container, item }, key)
  registerItem(session, container, item)
  return true
}

type Target = Pick<NewEntry, 'path' | 'following'> & {
  /** The name of an entry of it. */
  readonly name: string
}

/** Moves a member to another parent, with its comments and the member that accompanies it. */
function moveMember(
  session: EditSession,
  { container, item }: NodeLocation,
  { path, name, following }: Target,
): void {
  // Removing an item of an array replaces its value.
  const was = { ...item }
  const { gaps, companions } = removeMember(session, { container, item })
  const beside = insertEntry(session, {
    path,
    value: was.value,
    ...(was.lead.includes('\n') ? { indent: afterLineBreak(was.lead) } : {}),
    after: session.moved,
    gaps,
    companionOf: null,
    following,
  })
  // Comments on elements of an array stay there.
  if (container.kind === 'object') takeComments(holderOf(beside, was.value), was)
  session.moved = withMoved(session.moved, name)
  for (const companion of companions) moveCompanion(session, companion, path, beside)
}

/** Returns the member with a value that contains a location. */
function holderOf(location: NodeLocation, value: DraftValue): DraftItem {
  let at: NodeLocation | null = location
  while (at !== null && at.item.value !== value) at = at.container.parent
  return at?.item ?? location.item
}

/** Gives a member the comments of the member that it was. */
function takeComments(item: DraftItem, was: DraftItem): void {
  const { own } = splitLead(was.lead)
  if (hasComment(own)) {
    const comment = own.trimStart()
    item.lead += item.lead.includes('\n')
      ? shiftLines(comment, afterLineBreak(own), afterLineBreak(item.lead))
      : comment
  }
  if (hasComment(was.colon)) item.colon = was.colon
  if (hasComment(was.trail)) item.trail = was.trail
  if (was.note) item.note = was.note
}

/** Returns the new position of the entry's member under its new name. */
function ownerTarget(
  session: EditSession,
  place: EntryLocation,
  { path, unit }: RenameEdit,
): Omit<Placement, 'text'> {
  if (unit?.plural === 'none') return { path: unit.path }
  if (unit === undefined && place.up === 0) return { path }
  const [own] = placementsOf(session, {
    kind: 'add',
    path,
    text: place.text,
    after: [],
    ...(unit === undefined ? {} : { unit }),
  })
  return own === undefined ? { path } : { ...own, path: own.path.slice(0, own.path.length - place.up) }
}

function rekey(session: EditSession, { container, item }: NodeLocation, key: string): void {
  const quote = item.rawKey[0] ?? ''
  item.key = key
  container.keys?.add(key)
  item.rawKey = session.dialect.grammar.quoteKey(key, {
    ...session.layout,
    keyQuote: quote === '"' || quote === "'" ? quote : '',
  })
}

function rekeyCompanion(
  { dialect, ...session }: EditSession,
  container: DraftContainer,
  oldKey: string,
  key: string,
): void {
  const companionKey = dialect.companionOf?.(oldKey)
  const newKey = dialect.companionOf?.(key)
  if (companionKey === undefined || newKey === undefined) return
  if (container.items.some((item) => item.key === newKey)) return
  for (const item of container.items)
    if (item.key === companionKey) rekey({ dialect, ...session }, { container, item }, newKey)
}

function moveCompanion(
  session: EditSession,
  { item, level }: Companion,
  target: EntryPath,
  beside: NodeLocation,
): void {
  const at = target.length - 1 - level
  const key = target[at]
  const newKey = typeof key === 'string' ? session.dialect.companionOf?.(key) : undefined
  if (newKey === undefined) return
  insertNextTo(session, {
    path: [...target.slice(0, at), newKey],
    value: item.value,
    after: [],
    gaps: [],
    companionOf: beside,
  })
}

/**
 * Returns the key that gives a member its new path without moving it, or null if it has to move to another
 * parent.
 */
function keyForRename(oldPath: EntryPath, path: EntryPath): string | null {
  const old = oldPath.at(-1)
  const wanted = path.at(-1)
  if (typeof old !== 'string' || typeof wanted !== 'string' || !isUsableKey(wanted)) return null
  const parent = entryName(oldPath.slice(0, -1))
  const wantedParent = entryName(path.slice(0, -1))
  if (parent === wantedParent) return wanted
  // The file can have flat keys for a nested path: `a.b` becomes `a.c` without an object `a`.
  const inner = parent === '' ? wantedParent : wantedParent.slice(parent.length + 1)
  const isInside = parent === '' || wantedParent.startsWith(`${parent}.`)
  return isInside && old.startsWith(`${inner}.`) ? `${inner}.${wanted}` : null
}
