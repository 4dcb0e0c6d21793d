import type { EntryPath } from '@dragoman/core'
import { categoryNamed, categoryRank } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import { type Branch, type Item, type Leaf, newUnplacedItem } from './draft.ts'
import type { Gap, Session } from './session.ts'
import { isPluralMap } from './text-locations.ts'

export type Addition = {
  readonly path: EntryPath
  readonly name: string
  /** Whether it is one form of a plural: the last part of the path is a category. */
  readonly isForm: boolean
  readonly after: readonly string[]
  /** Returns the value as written at `index` of `branch`; null: the syntax cannot express it. */
  readonly write: (branch: Branch, index: number) => Leaf | Branch | null
  /** Positions, nearest first, that take precedence over `after`. */
  readonly gaps: readonly Gap[]
}

export type Added = { readonly branch: Branch; readonly item: Item }

/** Inserts a value and creates missing parents. Throws if something else is in the way. */
export function addText(session: Session, addition: Addition): Added {
  const { from, added } = insertText(session, addition)
  return finish(session, addition, from, added)
}

/** Returns what was inserted, and the last branch of its path that had been there before. */
function insertText(session: Session, addition: Addition): { readonly from: Branch; readonly added: Added } {
  const { path, name } = addition
  let branch = session.top
  for (const [i, part] of path.entries()) {
    const index = indexOfPart(branch, part)
    if (index === 'taken') throw new EditError('place-taken', name)
    const item = branch.items[index]
    if (item === undefined) return { from: branch, added: addRest(session, addition, branch, i) }
    const place = { branch, item }
    if (i === path.length - 1) return { from: branch, added: fillWithText(session, addition, place) }
    if (item.value.kind === 'leaf') {
      const kind = typeof path[i + 1] === 'number' ? 'list' : 'map'
      const value = fill(session, place, name, (was) => session.dialect.makeBranch(kind, place.branch, was))
      return { from: branch, added: grow(session, addition, { branch: value, at: i + 1, flat: null }) }
    }
    branch = item.value
  }
  throw new EditError('unusable-path', path.join('.'))
}

/** Adds the parts of the path from `at` on, as one key if the file writes them flat. */
function addRest(session: Session, addition: Addition, branch: Branch, at: number): Added {
  const { path, isForm } = addition
  const last = path.length - 1
  const flat = at === last || isForm ? null : flatRest(branch, path.slice(at))
  const taken = flat === null ? undefined : branch.items.findLast((other) => other.key === flat)
  if (taken !== undefined) return fillWithText(session, addition, { branch, item: taken })
  return grow(session, addition, { branch, at: flat === null ? at : last, flat })
}

function fillWithText(session: Session, { write, name }: Addition, place: Added): Added {
  const { branch, item } = place
  fill(session, place, name, () => write(branch, branch.items.indexOf(item)))
  return place
}

/** Replaces the value of an item, which must be free. `write` returns the new one; null: the syntax cannot express it. */
function fill<Value extends Leaf | Branch>(
  session: Session,
  { branch, item }: Added,
  name: string,
  write: (was: string) => Value | null,
): Value {
  if (item.value.kind !== 'leaf' || !item.value.isFree) throw new EditError('place-taken', name)
  const value = write(item.value.raw)
  if (value === null) throw new EditError('not-representable', name)
  if (value.kind !== 'leaf') value.parent = { branch, item }
  item.value = value
  item.isVacated = false
  session.dialect.normalizeSpacing(item, branch)
  return value
}

/**
 * Completes an addition. The texts around it must be read the same, so a map must not become or stop being
 * one of plural forms.
 */
function finish(session: Session, { isForm, name, path }: Addition, from: Branch, added: Added): Added {
  if (!session.dialect.hasPlurals) return added
  const { branch } = added
  const isNew = branch !== from
  if (isForm && path.length > 1) {
    const isForms = branch.items.every(
      ({ key, value }) => value.kind === 'leaf' && categoryNamed(key) !== null && isPlain(value),
    )
    if (!isForms || (isNew && changesKind(session, from, added)))
      throw new EditError('not-representable', name)
    session.pluralMaps.add(branch)
    return added
  }
  if (changesKind(session, from, added) || (isNew && isPluralMap(branch)))
    throw new EditError('not-representable', name)
  return added
}

/** Whether an addition turns the keys of a map into plural forms, or its plural forms into ordinary keys. */
function changesKind(session: Session, from: Branch, added: Added): boolean {
  if (from === session.top) return false
  const item = itemWithin(from, added)
  const others: Branch = { ...from, items: from.items.filter((other) => other !== item) }
  return isPluralMap(from) || isPluralMap(others) || session.pluralMaps.has(from)
}

function isPlain(leaf: { readonly text: string | null; readonly isFree: boolean }): boolean {
  return leaf.text !== null || leaf.isFree
}

function indexOfPart(branch: Branch, part: string | number): number | 'taken' {
  if (branch.kind === 'map') return branch.items.findLastIndex((item) => item.key === String(part))
  if (typeof part !== 'number' || part > branch.items.length + FILE_LIMITS.arrayGap) return 'taken'
  return part < branch.items.length ? part : -1
}

/** Returns the rest of a path as one key, if the file writes that part flat. */
function flatRest(branch: Branch, rest: EntryPath): string | null {
  const prefix = `${rest[0]}.`
  return branch.kind === 'map' &&
    branch.items.some((item) => item.key?.startsWith(prefix) && /^\S+$/.test(item.key))
    ? rest.join('.')
    : null
}

/** Inserts the part `at` of the path into `branch`, with the following parts below it. */
function grow(
  session: Session,
  addition: Addition,
  from: { branch: Branch; at: number; flat: string | null },
): Added {
  const { path, name } = addition
  let { branch } = from
  for (let i = from.at; ; i++) {
    const part = i === path.length - 1 && from.flat !== null ? from.flat : path[i]
    if (part === undefined) throw new EditError('unusable-path', name)
    const isLast = i === path.length - 1
    if (branch.kind === 'list') {
      if (Number(part) > branch.items.length + FILE_LIMITS.arrayGap) throw new EditError('place-taken', name)
      fillGap(session, branch, Number(part))
    }
    // The order of categories is that of the forms, not of their keys.
    const isForm = addition.isForm && isLast
    const index =
      branch.kind === 'list' ? branch.items.length : indexFor(session, branch, { ...addition, isForm })
    const item = newItem(session, {
      branch,
      index,
      part,
      addition,
      next: isLast ? null : (path[i + 1] ?? ''),
    })
    session.dialect.insert(session.draft, branch, index, item)
    if (isLast || item.value.kind === 'leaf') return { branch, item }
    branch = item.value
  }
}

type NewItem = {
  readonly branch: Branch
  readonly index: number
  readonly part: string | number
  readonly addition: Addition
  readonly next: string | number | null
}

function newItem(session: Session, { branch, index, part, addition, next }: NewItem): Item {
  const { dialect } = session
  const rawKey = branch.kind === 'list' ? '' : dialect.writeKey(part, branch, null)
  if (rawKey === null) throw new EditError('unusable-path', addition.name)
  const value =
    next === null
      ? addition.write(branch, index)
      : dialect.makeBranch(typeof next === 'number' ? 'list' : 'map', branch)
  if (value === null) throw new EditError('not-representable', addition.name)
  const item = newUnplacedItem(branch.kind === 'list' ? null : String(part), rawKey, value)
  if (value.kind !== 'leaf') value.parent = { branch, item }
  return item
}

function fillGap(session: Session, branch: Branch, length: number): void {
  while (branch.items.length < length) {
    const item = newUnplacedItem(null, '', session.dialect.nothing(branch))
    item.isVacated = true
    session.dialect.insert(session.draft, branch, branch.items.length, item)
  }
}

function indexFor(session: Session, branch: Branch, { gaps, after, isForm, path }: Addition): number {
  for (const gap of gaps) if (gap.branch === branch) return Math.min(gap.index, branch.items.length)
  for (const name of after) {
    const place = session.locations.get(name)?.[0]
    const item = place === undefined ? null : itemWithin(branch, place)
    const index = item === null ? -1 : branch.items.indexOf(item)
    if (index >= 0) return index + 1
  }
  return isForm ? indexOfForm(branch, String(path.at(-1))) : 0
}

function indexOfForm(branch: Branch, form: string): number {
  const rank = categoryRank(form)
  const index = branch.items.findIndex((item) => categoryRank(item.key) > rank)
  return index < 0 ? branch.items.length : index
}

/** Returns the item of `branch` that is, or contains, a location. */
function itemWithin(branch: Branch, place: Added): Item | null {
  let at: Added | null = place
  while (at !== null && at.branch !== branch) at = at.branch.parent
  return at?.item ?? null
}
