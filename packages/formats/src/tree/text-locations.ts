import { categoryNamed, type EntryPath, LIMITS } from '@dragoman/core'
import { type EntryUnit, unitEntryName } from '../format.ts'
import { pathBelow } from '../source/path-below.ts'
import { siblingNamed, siblingsOf } from '../source/siblings.ts'
import { isUsableKey } from '../source/usable-key.ts'
import type { Branch, Item, Leaf } from './draft.ts'

/** The location of a text in a draft. */
export type TextLocation = {
  readonly branch: Branch
  readonly item: Item
  readonly leaf: Leaf & { readonly text: string }
  readonly path: EntryPath
  readonly name: string
  readonly unit?: EntryUnit
}

/** Why a text cannot become an entry. */
export type TextProblem =
  | { readonly code: 'unusable-key'; readonly item: Item }
  | { readonly code: 'duplicate-key'; readonly item: Item; readonly key: string }

type Visit = {
  readonly hasPlurals: boolean
  readonly onText: (place: TextLocation) => void
  readonly onProblem: (problem: TextProblem) => void
}

/**
 * Visits every text below `branch` in file order; of items with the same key only the last one, as programs
 * do.
 */
export function visitTexts(branch: Branch, visit: Visit): void {
  visitBranch(branch, { path: [], name: '' }, visit)
}

/** Whether all keys are plural categories with plain values, and enough of them to exclude a coincidence. */
export function isPluralMap(branch: Branch): boolean {
  if (branch.kind !== 'map' || branch.items.length === 0) return false
  const first = branch.items[0]?.key
  let hasText = false
  let isEnough = false
  for (const { key, value } of branch.items) {
    if (categoryNamed(key) === null || value.kind !== 'leaf') return false
    if (value.text === null && !value.isFree) return false
    if (value.text !== null) hasText = true
    if (key === 'other' || key !== first) isEnough = true
  }
  return hasText && isEnough
}

/**
 * Returns whether programs find `a`: of two locations with the same name, they use the one with more path
 * parts.
 */
export function isPreferred(a: TextLocation, b: TextLocation): boolean {
  return a.path.length >= b.path.length
}

type Position = { readonly path: EntryPath; readonly name: string }

function visitBranch(branch: Branch, position: Position, visit: Visit): void {
  if (branch.kind === 'list') {
    for (const [i, item] of branch.items.entries()) visitItem(branch, item, stepInto(position, i), visit)
    return
  }
  const siblings = siblingsOf(branch.items)
  const isPlural = visit.hasPlurals && position.path.length > 0 && isPluralMap(branch)
  for (const item of branch.items) {
    const { key } = item
    if (key === null || !isUsableKey(key)) {
      visit.onProblem({ code: 'unusable-key', item })
    } else if (siblingNamed(siblings, key) !== item.value) {
      visit.onProblem({ code: 'duplicate-key', item, key })
    } else if (isPlural) {
      visitForm(branch, item, position, visit)
    } else {
      visitItem(branch, item, stepInto(position, key), visit)
    }
  }
}

function stepInto({ path, name }: Position, part: string | number): Position {
  return { path: pathBelow(path, part), name: path.length === 0 ? String(part) : `${name}.${part}` }
}

function visitItem(branch: Branch, item: Item, position: Position, visit: Visit): void {
  const { value } = item
  if (value.kind !== 'leaf') visitBranch(value, position, visit)
  else if (hasText(value)) {
    const { path, name } = position
    // Every part is usable, but the whole can be too long.
    if (name.length <= LIMITS.keyNameMax) visit.onText({ branch, item, leaf: value, path, name })
    else visit.onProblem({ code: 'unusable-key', item })
  }
}

function visitForm(branch: Branch, item: Item, position: Position, visit: Visit): void {
  const form = categoryNamed(item.key)
  if (form === null || item.value.kind !== 'leaf' || !hasText(item.value)) return
  if (position.name.length > LIMITS.keyNameMax) {
    visit.onProblem({ code: 'unusable-key', item })
    return
  }
  const unit: EntryUnit = { name: position.name, plural: 'cardinal', form, path: position.path }
  visit.onText({
    branch,
    item,
    leaf: item.value,
    path: pathBelow(position.path, form),
    name: unitEntryName(unit),
    unit,
  })
}

function hasText(leaf: Leaf): leaf is Leaf & { readonly text: string } {
  return leaf.text !== null
}
