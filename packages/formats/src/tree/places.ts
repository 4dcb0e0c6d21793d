import { type EntryPath, type FormName, isKeyName, PLURAL_CATEGORIES } from '@dragoman/core'
import { type EntryUnit, unitEntryName } from '../format.ts'
import { hasLoneSurrogate } from '../source/entry-list.ts'
import type { Branch, Item, Leaf } from './draft.ts'

/** Where a text stands in a draft. */
export type Place = {
  readonly branch: Branch
  readonly item: Item
  readonly leaf: Leaf & { readonly text: string }
  readonly path: EntryPath
  readonly name: string
  readonly unit?: EntryUnit
}

/** What stands in the way of a text becoming an entry. */
export type PlaceProblem =
  | { readonly code: 'unusable-key'; readonly item: Item }
  | { readonly code: 'duplicate-key'; readonly item: Item; readonly key: string }

type Visit = {
  readonly hasPlurals: boolean
  readonly onPlace: (place: Place) => void
  readonly onProblem: (problem: PlaceProblem) => void
}

/** Tells of every text below `branch` in file order; of items with the same key only the last is looked into, as programs do. */
export function visitPlaces(branch: Branch, visit: Visit): void {
  visitBranch(branch, { path: [], name: '' }, visit)
}

/** Whether all keys are plural categories with plain values, and enough of them that this is no coincidence. */
export function isPluralMap(branch: Branch): boolean {
  if (branch.kind !== 'map' || branch.items.length === 0) return false
  let texts = 0
  const keys = new Set<string>()
  for (const { key, value } of branch.items) {
    if (key === null || !CATEGORIES.has(key) || value.kind !== 'leaf') return false
    if (value.text === null && !value.isFree) return false
    if (value.text !== null) texts++
    keys.add(key)
  }
  return texts > 0 && (keys.has('other') || keys.size > 1)
}

export function lastOfEachKey(branch: Branch): ReadonlyMap<string, Item> {
  const last = new Map<string, Item>()
  for (const item of branch.items) if (item.key !== null) last.set(item.key, item)
  return last
}

/** Whether a key can be part of a name: not empty, no control characters, no half of a character. */
export function isUsableKey(key: string): boolean {
  return isKeyName(key) && !hasLoneSurrogate(key)
}

/** The plural category a key names; null: it names none. */
export function categoryOf(key: string): FormName | null {
  return PLURAL_CATEGORIES.find((category) => category === key) ?? null
}

/** Of two places with one name the one whose path is taken apart further is the one that programs find. */
export function isPreferred(a: Place, b: Place): boolean {
  return a.path.length >= b.path.length
}

const CATEGORIES: ReadonlySet<string> = new Set(PLURAL_CATEGORIES)

type Position = { readonly path: EntryPath; readonly name: string }

function visitBranch(branch: Branch, position: Position, visit: Visit): void {
  if (branch.kind === 'list') {
    for (const [i, item] of branch.items.entries()) visitItem(branch, item, stepInto(position, i), visit)
    return
  }
  const last = lastOfEachKey(branch)
  const isPlural = visit.hasPlurals && position.path.length > 0 && isPluralMap(branch)
  for (const item of branch.items) {
    const { key } = item
    if (key === null || !isUsableKey(key)) {
      visit.onProblem({ code: 'unusable-key', item })
    } else if (last.get(key) !== item) {
      visit.onProblem({ code: 'duplicate-key', item, key })
    } else if (isPlural) {
      visitForm(branch, item, position, visit)
    } else {
      visitItem(branch, item, stepInto(position, key), visit)
    }
  }
}

function stepInto({ path, name }: Position, part: string | number): Position {
  return { path: [...path, part], name: path.length === 0 ? String(part) : `${name}.${part}` }
}

function visitItem(branch: Branch, item: Item, position: Position, visit: Visit): void {
  const { value } = item
  if (value.kind !== 'leaf') visitBranch(value, position, visit)
  else if (hasText(value)) {
    if (isKeyName(position.name)) visit.onPlace({ branch, item, leaf: value, ...position })
    else visit.onProblem({ code: 'unusable-key', item })
  }
}

function visitForm(branch: Branch, item: Item, position: Position, visit: Visit): void {
  const form = categoryOf(item.key ?? '')
  if (form === null || item.value.kind !== 'leaf' || !hasText(item.value)) return
  if (!isKeyName(position.name)) {
    visit.onProblem({ code: 'unusable-key', item })
    return
  }
  const unit: EntryUnit = { name: position.name, plural: 'cardinal', form, path: position.path }
  visit.onPlace({ branch, item, leaf: item.value, path: [...position.path, form], name: unitEntryName(unit), unit })
}

function hasText(leaf: Leaf): leaf is Leaf & { readonly text: string } {
  return leaf.text !== null
}
