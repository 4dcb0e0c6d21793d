import type { EntryPath } from '@dragoman/core'
import { type AddEdit, applyEdits, type EditTarget, type RenameEdit } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { type EntryEdit, type EntryUnit, unitEntryName } from '../format.ts'
import { addText } from './add-text.ts'
import type { Dialect } from './dialect.ts'
import type { Branch, Draft, Item, Leaf } from './draft.ts'
import { dropItem } from './remove-item.ts'
import {
  categoryOf,
  isPluralMap,
  isPreferred,
  isUsableKey,
  type TextLocation,
  visitTexts,
} from './text-locations.ts'

/** A draft while it is being edited, and the location of each name in it that is used first. */
export type Session = {
  readonly draft: Draft
  /** The branch whose entries these are. */
  readonly top: Branch
  readonly dialect: Dialect
  readonly locations: Map<string, readonly TextLocation[]>
  /** Maps of plural forms that were changed, and must still be such maps in the end. */
  readonly pluralMaps: Set<Branch>
  /** The last entry that was moved to another parent: entries of its branch that are moved next follow it. */
  moved: { readonly from: Branch; readonly name: string } | null
}

/** Applies the edits in order, changing the draft. Returns the resulting text of every name. */
export function editDraft(
  draft: Draft,
  top: Branch,
  dialect: Dialect,
  edits: readonly EntryEdit[],
): ReadonlyMap<string, string> {
  const session: Session = { draft, top, dialect, locations: new Map(), pluralMaps: new Set(), moved: null }
  register(session, top, null)
  applyEdits(targetOf(session), edits)
  for (const branch of session.pluralMaps) keepPlural(session, branch)
  const texts = new Map<string, string>()
  for (const [name, [place]] of session.locations) if (place !== undefined) texts.set(name, place.leaf.text)
  return texts
}

function targetOf(session: Session): EditTarget<TextLocation> {
  const { locations: places, dialect } = session
  return {
    nameOf: ({ path, unit }) => target(session, path, unit).name,
    find: (name) => places.get(name)?.[0] ?? null,
    setText(place, { text, state }) {
      setText(session, place, text)
      if (state !== undefined) dialect.mark(place.item, state)
    },
    insert: (edit) => addEntry(session, edit),
    remove(_, name) {
      for (const place of places.get(name) ?? []) removeText(session, place)
      places.delete(name)
    },
    rename: (place, edit) => renameEntry(session, place, edit),
  }
}

/** Registers the texts of the whole file, or those of one inserted item. */
function register(session: Session, branch: Branch, only: Item | null): void {
  visitTexts(branch, {
    hasPlurals: session.dialect.hasPlurals,
    onProblem: () => {},
    onText(place) {
      if (only === null || place.item === only) note(session, place)
    },
  })
}

function note(session: Session, place: TextLocation): void {
  const others = session.locations.get(place.name) ?? []
  const first = others[0]
  session.locations.set(
    place.name,
    first === undefined || isPreferred(place, first) ? [place, ...others] : [...others, place],
  )
}

function setText(session: Session, place: TextLocation, text: string): void {
  const { item, branch, name } = place
  if (place.leaf.text === text) return
  const leaf = session.dialect.rewrite(text, item, branch)
  if (leaf === null) throw new EditError('not-representable', name)
  item.value = leaf
  session.dialect.normalizeSpacing(item, branch)
  const others = (session.locations.get(name) ?? []).slice(1)
  session.locations.set(name, [{ ...place, leaf: { ...leaf, text } }, ...others])
}

function addEntry(session: Session, edit: AddEdit): void {
  const { path, name, unit } = target(session, edit.path, edit.unit)
  checkPath(path, name)
  const { branch, item } = addText(session, {
    path,
    name,
    isForm: unit !== undefined,
    after: edit.after,
    value: edit.text,
    gaps: [],
  })
  if (item.value.kind === 'leaf')
    note(session, locationAt({ branch, item, leaf: item.value, path, name, unit, text: edit.text }))
  addComment(session, branch, item, edit.comment ?? '')
  if (edit.state !== undefined) session.dialect.mark(item, edit.state)
}

function locationAt(at: {
  readonly branch: Branch
  readonly item: Item
  readonly leaf: Leaf
  readonly path: EntryPath
  readonly name: string
  readonly unit: EntryUnit | undefined
  readonly text: string
}): TextLocation {
  const { branch, item, leaf, path, name, unit, text } = at
  return { branch, item, leaf: { ...leaf, text }, path, name, ...(unit ? { unit } : {}) }
}

type Target = { readonly path: EntryPath; readonly name: string; readonly unit: EntryUnit | undefined }

/** Returns the path of an entry: the forms of a plural are keys below the key. */
function target(session: Session, path: EntryPath, unit: EntryUnit | undefined): Target {
  if (unit === undefined || unit.plural === 'none') {
    const own = unit?.path ?? path
    return { path: own, name: own.join('.'), unit: undefined }
  }
  const name = unitEntryName(unit)
  if (!session.dialect.hasPlurals || unit.plural !== 'cardinal' || categoryOf(unit.form) === null)
    throw new EditError('not-representable', name)
  return {
    path: [...unit.path, unit.form],
    name: unitEntryName({ ...unit, name: unit.path.join('.') }),
    unit,
  }
}

function checkPath(path: EntryPath, name: string): void {
  const isUsable = path.every((part) =>
    typeof part === 'string' ? isUsableKey(part) : Number.isInteger(part) && part >= 0,
  )
  if (path.length === 0 || path.length > 100 || path.join('.').length > 1024 || !isUsable)
    throw new EditError('unusable-path', name)
}

function removeText(session: Session, place: TextLocation): readonly Gap[] {
  if (session.dialect.isNeeded(place.item)) throw new EditError('not-representable', place.name)
  if (place.unit === undefined) return dropItem(session, place.branch, place.item)
  if (
    place.branch.items.some(
      (item) => item !== place.item && item.value.kind === 'leaf' && item.value.text !== null,
    )
  ) {
    session.pluralMaps.add(place.branch)
    const gaps = dropItem(session, place.branch, place.item)
    return gaps
  }
  // It was the last form, so the rest of the map is useless.
  session.pluralMaps.delete(place.branch)
  const { parent } = place.branch
  return parent === null
    ? dropItem(session, place.branch, place.item)
    : dropItem(session, parent.branch, parent.item)
}

/** A level of the file from which something was removed; the next insertion there has position `index`. */
export type Gap = { readonly branch: Branch; readonly index: number }

function renameEntry(session: Session, place: TextLocation, edit: RenameEdit): undefined {
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
  const rawKey = session.dialect.writeKey(key, branch, item.rawKey)
  if (rawKey === null) throw new EditError('unusable-path', name)
  for (const other of branch.items.filter((other) => other !== item && other.key === item.key)) {
    session.dialect.removeNode(session.draft, branch, branch.items.indexOf(other))
  }
  const renamed: Item = { ...item, key, rawKey }
  branch.items[branch.items.indexOf(item)] = renamed
  note(session, { branch, item: renamed, leaf, path, name })
  if (session.dialect.hasPlurals && isPluralMap(branch) && branch !== session.top)
    throw new EditError('not-representable', name)
}

/** Returns the key that renames an entry in place; null: it has to move to another parent. */
function keyForRename(place: TextLocation, path: EntryPath): string | null {
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

/** Moves an entry; its value keeps its style if both locations are of the same kind. */
function moveEntry(session: Session, place: TextLocation, { path, name, unit }: Target): void {
  const { leaf, item } = place
  const { moved } = session
  const gaps = removeText(session, place)
  const added = addText(session, {
    path,
    name,
    isForm: unit !== undefined,
    after: moved?.from === place.branch ? [moved.name] : [],
    value: leaf.text,
    gaps,
  })
  session.moved = { from: place.branch, name }
  if (!item.isHeading) addComment(session, added.branch, added.item, plainComment(item.comment))
  if (added.item.value.kind === 'leaf') {
    note(session, locationAt({ ...added, leaf: added.item.value, path, name, unit, text: leaf.text }))
  }
}

/** Adds a comment above the item, unless the item starts on the line of another. */
function addComment(session: Session, branch: Branch, item: Item, comment: string): void {
  if (comment !== '' && item.comment === '' && item.indent === branch.indent)
    item.comment = session.dialect.writeComment(comment, branch)
}

function plainComment(comment: string): string {
  return comment
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:#|\/\/)[ \t]?/, ''))
    .join('\n')
    .trim()
}

/** Keeps a map of plural forms readable as one: if too few are left, `other` stays without a text. */
function keepPlural(session: Session, branch: Branch): void {
  if (branch.items.length === 0 || isPluralMap(branch)) return
  const { dialect, draft } = session
  const rawKey = dialect.writeKey('other', branch, null) ?? 'other'
  const item: Item = {
    lead: '',
    comment: '',
    isHeading: false,
    indent: '',
    key: 'other',
    rawKey,
    sep: '',
    value: dialect.nothing(branch),
    tail: '',
    start: -1,
    isVacated: true,
  }
  dialect.insert(draft, branch, branch.items.length, item)
}
