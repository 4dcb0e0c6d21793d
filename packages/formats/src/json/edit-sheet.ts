import { type EntryPath, isKeyName } from '@dragoman/core'
import type { DraftContainer, DraftItem, JsonDraft } from '../source/json-draft.ts'
import { leaf } from '../source/json-draft.ts'
import type { JsonLayout } from '../source/json-layout.ts'
import { entryName, isPreferred, isUsableKey } from './entry-name.ts'
import { lastOfEachKey, wellFormed } from './read-i18next.ts'

/** A file while it is being edited: its pieces, and where each name stands in them. */
export type EditSheet = {
  readonly draft: JsonDraft
  readonly root: DraftContainer
  readonly layout: JsonLayout
  /** The places of a name, the one that counts first. */
  readonly places: Map<string, readonly EntryPlace[]>
}

export type EntryPlace = { readonly container: DraftContainer; readonly item: DraftItem; readonly path: EntryPath; readonly text: string }

export function openSheet(draft: JsonDraft, root: DraftContainer, layout: JsonLayout): EditSheet {
  const sheet: EditSheet = { draft, root, layout, places: new Map() }
  registerContainer(sheet, root, [])
  return sheet
}

/** Notes the entries of a value that was put into the file. */
export function registerItem(sheet: EditSheet, container: DraftContainer, item: DraftItem, path: EntryPath): void {
  const { value } = item
  if (value.kind !== 'leaf') {
    registerContainer(sheet, value, path)
    return
  }
  if (value.text === null) return
  const place: EntryPlace = { container, item, path, text: wellFormed(value.text) }
  const name = entryName(path)
  if (!isKeyName(name)) return
  const others = sheet.places.get(name) ?? []
  const first = others[0]
  sheet.places.set(name, first === undefined || isPreferred(place, first) ? [place, ...others] : [...others, place])
}

function registerContainer(sheet: EditSheet, container: DraftContainer, path: EntryPath): void {
  const last = container.kind === 'object' ? lastOfEachKey(container.items) : null
  for (const [i, item] of container.items.entries()) {
    if (last === null) registerItem(sheet, container, item, [...path, i])
    else if (item.key !== null && isUsableKey(item.key) && last.get(item.key) === item)
      registerItem(sheet, container, item, [...path, item.key])
  }
}

/** A level of the file from which something was removed: what is put there again goes to `index`. */
export type Gap = { readonly container: DraftContainer; readonly index: number }

/**
 * Takes one place of an entry out of the file, the members its key shadows too, then every parent it leaves empty.
 * In an array a place that others follow becomes null, because their names are their places.
 */
export function removePlace(place: EntryPlace): readonly Gap[] {
  const gaps: Gap[] = []
  let { container, item } = place
  for (;;) {
    const index = container.items.indexOf(item)
    const isGone = container.kind === 'array' ? vacate(container, index) : dropMember(container, item)
    gaps.push({ container, index: isGone ? index : index + 1 })
    const parent = container.parent
    if (!isGone || container.items.length > 0) break
    container.tail = ''
    if (parent === null) break
    if (parent.container.kind === 'object' && isShadowing(parent.container, parent.item)) break
    container = parent.container
    item = parent.item
  }
  for (let above = container.parent; above !== null; above = above.container.parent) {
    gaps.push({ container: above.container, index: above.container.items.indexOf(above.item) + 1 })
  }
  return gaps
}

/** Takes away what `item` shadows, so that nothing hidden appears when it goes. */
export function dropShadowed(container: DraftContainer, item: DraftItem): void {
  for (let i = container.items.length - 1; i >= 0; i--) {
    const other = container.items[i]
    if (other !== undefined && other !== item && other.key === item.key) takeOut(container, i)
  }
}

function isShadowing(container: DraftContainer, item: DraftItem): boolean {
  return container.items.some((other) => other !== item && other.key === item.key)
}

function dropMember(container: DraftContainer, item: DraftItem): true {
  dropShadowed(container, item)
  takeOut(container, container.items.indexOf(item))
  return true
}

function takeOut(container: DraftContainer, index: number): void {
  const [gone] = container.items.splice(index, 1)
  const first = container.items[0]
  if (index === 0 && gone !== undefined && first !== undefined) first.lead = gone.lead
  const last = container.items.at(-1)
  // Blanks before a comma that is no longer there would stand before the closing bracket.
  if (index === container.items.length && last !== undefined && container.tail !== '') last.trail = ''
}

function vacate(container: DraftContainer, index: number): boolean {
  const item = container.items[index]
  if (item === undefined) return false
  item.value = { ...leaf('null', null), vacated: true }
  let isShorter = false
  for (let last = container.items.at(-1); last?.value.kind === 'leaf' && last.value.vacated; last = container.items.at(-1)) {
    takeOut(container, container.items.length - 1)
    isShorter = true
  }
  return isShorter
}
