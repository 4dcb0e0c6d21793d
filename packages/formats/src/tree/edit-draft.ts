import type { EntryPath } from '@dragoman/core'
import { EditError } from '../edit-error.ts'
import { type EntryEdit, type EntryUnit, unitEntryName } from '../format.ts'
import { addPlace } from './add-place.ts'
import type { Dialect } from './dialect.ts'
import type { Branch, Draft, Item, Leaf } from './draft.ts'
import { categoryOf, isPluralMap, isPreferred, isUsableKey, type Place, visitPlaces } from './places.ts'
import { dropItem } from './remove-item.ts'

/** A draft while it is being edited, and where each name stands in it: the place that counts first. */
export type Sheet = {
  readonly draft: Draft
  /** The branch whose entries these are. */
  readonly top: Branch
  readonly dialect: Dialect
  readonly places: Map<string, readonly Place[]>
  /** Maps of plural forms that were changed, and whether they must stay or become ones. */
  readonly pluralMaps: Set<Branch>
}

/** Applies the edits in their order; the draft is changed. Gives the text of every name as it is then. */
export function editDraft(draft: Draft, top: Branch, dialect: Dialect, edits: readonly EntryEdit[]): ReadonlyMap<string, string> {
  const sheet: Sheet = { draft, top, dialect, places: new Map(), pluralMaps: new Set() }
  register(sheet, top, null)
  for (const edit of edits) applyEdit(sheet, edit)
  for (const branch of sheet.pluralMaps) keepPlural(sheet, branch)
  const texts = new Map<string, string>()
  for (const [name, [place]] of sheet.places) if (place !== undefined) texts.set(name, place.leaf.text)
  return texts
}

function applyEdit(sheet: Sheet, edit: EntryEdit): void {
  switch (edit.kind) {
    case 'set': {
      const place = placeNamed(sheet, edit.name)
      setText(sheet, place, edit.text)
      if (edit.state !== undefined) sheet.dialect.mark(place.item, edit.state)
      return
    }
    case 'add':
      addEntry(sheet, edit)
      return
    case 'remove':
      for (const place of sheet.places.get(edit.name) ?? []) removePlace(sheet, place)
      sheet.places.delete(edit.name)
      return
    case 'rename':
      renameEntry(sheet, edit)
  }
}

function placeNamed(sheet: Sheet, name: string): Place {
  const place = sheet.places.get(name)?.[0]
  if (place === undefined) throw new EditError('no-entry', name)
  return place
}

/** Notes the texts of the whole file, or those of one item that was put into it. */
function register(sheet: Sheet, branch: Branch, only: Item | null): void {
  visitPlaces(branch, {
    hasPlurals: sheet.dialect.hasPlurals,
    onProblem: () => {},
    onPlace(place) {
      if (only === null || place.item === only) note(sheet, place)
    },
  })
}

function note(sheet: Sheet, place: Place): void {
  const others = sheet.places.get(place.name) ?? []
  const first = others[0]
  sheet.places.set(place.name, first === undefined || isPreferred(place, first) ? [place, ...others] : [...others, place])
}

function setText(sheet: Sheet, place: Place, text: string): void {
  const { item, branch, name } = place
  if (place.leaf.text === text) return
  const leaf = sheet.dialect.rewrite(text, item, branch)
  if (leaf === null) throw new EditError('not-representable', name)
  item.value = leaf
  sheet.dialect.settle(item, branch)
  const others = (sheet.places.get(name) ?? []).slice(1)
  sheet.places.set(name, [{ ...place, leaf: { ...leaf, text } }, ...others])
}

function addEntry(sheet: Sheet, edit: Extract<EntryEdit, { kind: 'add' }>): void {
  const { path, name, unit } = target(sheet, edit.path, edit.unit)
  const existing = sheet.places.get(name)?.[0]
  if (existing !== undefined) {
    setText(sheet, existing, edit.text)
    if (edit.state !== undefined) sheet.dialect.mark(existing.item, edit.state)
    return
  }
  checkPath(path, name)
  const { branch, item } = addPlace(sheet, { path, name, isForm: unit !== undefined, after: edit.after, value: edit.text, gaps: [] })
  if (item.value.kind === 'leaf') note(sheet, placeAt({ branch, item, leaf: item.value, path, name, unit, text: edit.text }))
  addComment(sheet, branch, item, edit.comment ?? '')
  if (edit.state !== undefined) sheet.dialect.mark(item, edit.state)
}

function placeAt(at: {
  readonly branch: Branch
  readonly item: Item
  readonly leaf: Leaf
  readonly path: EntryPath
  readonly name: string
  readonly unit: EntryUnit | undefined
  readonly text: string
}): Place {
  const { branch, item, leaf, path, name, unit, text } = at
  return { branch, item, leaf: { ...leaf, text }, path, name, ...(unit ? { unit } : {}) }
}

type Target = { readonly path: EntryPath; readonly name: string; readonly unit: EntryUnit | undefined }

/** Where an entry belongs: the forms of a plural are keys of their own below the key. */
function target(sheet: Sheet, path: EntryPath, unit: EntryUnit | undefined): Target {
  if (unit === undefined || unit.plural === 'none') {
    const own = unit?.path ?? path
    return { path: own, name: own.join('.'), unit: undefined }
  }
  const name = unitEntryName(unit)
  if (!sheet.dialect.hasPlurals || unit.plural !== 'cardinal' || categoryOf(unit.form) === null)
    throw new EditError('not-representable', name)
  return { path: [...unit.path, unit.form], name: unitEntryName({ ...unit, name: unit.path.join('.') }), unit }
}

function checkPath(path: EntryPath, name: string): void {
  const isUsable = path.every((part) => (typeof part === 'string' ? isUsableKey(part) : Number.isInteger(part) && part >= 0))
  if (path.length === 0 || path.length > 100 || path.join('.').length > 1024 || !isUsable) throw new EditError('unusable-path', name)
}

function removePlace(sheet: Sheet, place: Place): readonly Gap[] {
  if (sheet.dialect.isNeeded(place.item)) throw new EditError('not-representable', place.name)
  if (place.unit === undefined) return dropItem(sheet, place.branch, place.item)
  if (place.branch.items.some((item) => item !== place.item && item.value.kind === 'leaf' && item.value.text !== null)) {
    sheet.pluralMaps.add(place.branch)
    const gaps = dropItem(sheet, place.branch, place.item)
    return gaps
  }
  // The last form: what is left of the map says nothing.
  sheet.pluralMaps.delete(place.branch)
  const { parent } = place.branch
  return parent === null ? dropItem(sheet, place.branch, place.item) : dropItem(sheet, parent.branch, parent.item)
}

/** A level of the file from which something was removed: what is put there again goes to `index`. */
export type Gap = { readonly branch: Branch; readonly index: number }

function renameEntry(sheet: Sheet, edit: Extract<EntryEdit, { kind: 'rename' }>): void {
  const place = placeNamed(sheet, edit.name)
  const { path, name, unit } = target(sheet, edit.path, edit.unit)
  if (name === edit.name) return
  if (sheet.places.has(name)) throw new EditError('place-taken', name)
  checkPath(path, name)
  if (sheet.dialect.isNeeded(place.item)) throw new EditError('not-representable', edit.name)
  const others = (sheet.places.get(edit.name) ?? []).slice(1)
  const key = place.unit !== undefined || unit !== undefined ? null : keyInPlace(place, path)
  for (const other of others) removePlace(sheet, other)
  sheet.places.delete(edit.name)
  if (key === null) moveEntry(sheet, place, { path, name, unit })
  else renameInPlace(sheet, place, { key, path, name })
}

function renameInPlace(
  sheet: Sheet,
  place: Place,
  { key, path, name }: { readonly key: string; readonly path: EntryPath; readonly name: string },
): void {
  const { branch, item, leaf } = place
  if (branch.items.some((other) => other.key === key)) throw new EditError('place-taken', name)
  const rawKey = sheet.dialect.writeKey(key, branch, item.rawKey)
  if (rawKey === null) throw new EditError('unusable-path', name)
  for (const other of branch.items.filter((other) => other !== item && other.key === item.key)) {
    sheet.dialect.takeOut(sheet.draft, branch, branch.items.indexOf(other))
  }
  const renamed: Item = { ...item, key, rawKey }
  branch.items[branch.items.indexOf(item)] = renamed
  note(sheet, { branch, item: renamed, leaf, path, name })
  if (sheet.dialect.hasPlurals && isPluralMap(branch) && branch !== sheet.top) throw new EditError('not-representable', name)
}

/** The key that gives an entry its new name where it stands; null: it has to move to another parent. */
function keyInPlace(place: Place, path: EntryPath): string | null {
  const old = place.path.at(-1)
  const wanted = path.at(-1)
  if (place.branch.kind === 'list' || typeof old !== 'string' || typeof wanted !== 'string') return null
  const parent = place.path.slice(0, -1).join('.')
  const wantedParent = path.slice(0, -1).join('.')
  if (parent === wantedParent && place.path.length === path.length) return wanted
  // The file may write flat what the path says nested: `a.b` becomes `a.c` without a map `a`.
  if (parent !== '' && !wantedParent.startsWith(`${parent}.`)) return null
  const inner = parent === '' ? wantedParent : wantedParent.slice(parent.length + 1)
  return inner !== '' && old.startsWith(`${inner}.`) ? `${inner}.${wanted}` : null
}

/** The value keeps the way it is written where both places are of one kind. */
function moveEntry(sheet: Sheet, place: Place, { path, name, unit }: Target): void {
  const { leaf, item } = place
  const gaps = removePlace(sheet, place)
  const added = addPlace(sheet, { path, name, isForm: unit !== undefined, after: [], value: leaf.text, gaps })
  if (!item.isHeading) addComment(sheet, added.branch, added.item, plainComment(item.comment))
  if (added.item.value.kind === 'leaf') {
    note(sheet, placeAt({ ...added, leaf: added.item.value, path, name, unit, text: leaf.text }))
  }
}

/** Above the item, unless that begins on the line of something else. */
function addComment(sheet: Sheet, branch: Branch, item: Item, comment: string): void {
  if (comment !== '' && item.comment === '' && item.indent === branch.indent) item.comment = sheet.dialect.writeComment(comment, branch)
}

function plainComment(comment: string): string {
  return comment
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:#|\/\/)[ \t]?/, ''))
    .join('\n')
    .trim()
}

/** A map that was one of plural forms must be read as one again: where too few are left, `other` stays without a text. */
function keepPlural(sheet: Sheet, branch: Branch): void {
  if (branch.items.length === 0 || isPluralMap(branch)) return
  const { dialect, draft } = sheet
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
