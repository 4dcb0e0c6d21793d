import type { EntryPath } from '@dragoman/core'
import { categoryNamed } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import type { RenamedBranch } from '../edit/renamed-branches.ts'
import { type EntryUnit, unitEntryName } from '../format.ts'
import { isUsableKey } from '../source/usable-key.ts'
import type { Dialect } from './dialect.ts'
import type { Branch, Draft, Item, Leaf } from './draft.ts'
import { dropItem } from './remove-item.ts'
import { isPreferred, type TextLocation } from './text-locations.ts'

/** A draft while it is being edited, and the location of each name in it that is used first. */
export type Session = {
  readonly draft: Draft
  /** The branch whose entries these are. */
  readonly top: Branch
  readonly dialect: Dialect
  readonly locations: Map<string, readonly TextLocation[]>
  /** Maps of plural forms that were changed, and must still be such maps in the end. */
  readonly pluralMaps: Set<Branch>
  /** The branches that are renamed as a whole, by the names of their entries, until that is done. */
  branches: Map<string, RenamedBranch>
  /** The paths of keys, by their names, whose plural kind changes: their items stay for the new texts. */
  readonly kindChanges: ReadonlyMap<string, EntryPath>
  /** The names of the last entries that were moved to another parent, newest first: the next one follows them. */
  moved: readonly string[]
}

/** A level of the file from which something was removed; the next insertion there has position `index`. */
export type Gap = { readonly branch: Branch; readonly index: number }

export function note(session: Session, place: TextLocation): void {
  const others = session.locations.get(place.name) ?? []
  const first = others[0]
  session.locations.set(
    place.name,
    first === undefined || isPreferred(place, first) ? [place, ...others] : [...others, place],
  )
}

export function locationAt(at: {
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

export type Target = { readonly path: EntryPath; readonly name: string; readonly unit: EntryUnit | undefined }

/** Returns the path of an entry: the forms of a plural are keys below the key. */
export function target(session: Session, path: EntryPath, unit: EntryUnit | undefined): Target {
  if (unit === undefined || unit.plural === 'none') {
    const own = unit?.path ?? path
    return { path: own, name: own.join('.'), unit: undefined }
  }
  const name = unitEntryName(unit)
  if (!session.dialect.hasPlurals || unit.plural !== 'cardinal' || categoryNamed(unit.form) === null)
    throw new EditError('not-representable', name)
  return {
    path: [...unit.path, unit.form],
    name: unitEntryName({ ...unit, name: unit.path.join('.') }),
    unit,
  }
}

export function checkPath(path: EntryPath, name: string): void {
  const isUsable = path.every((part) =>
    typeof part === 'string' ? isUsableKey(part) : Number.isInteger(part) && part >= 0,
  )
  if (path.length === 0 || path.length > 100 || path.join('.').length > 1024 || !isUsable)
    throw new EditError('unusable-path', name)
}

export function removeText(session: Session, place: TextLocation): readonly Gap[] {
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
  return parent === null || session.dialect.isNeeded(parent.item)
    ? dropItem(session, place.branch, place.item)
    : dropItem(session, parent.branch, parent.item)
}
