import { PLURAL_CATEGORIES } from '@dragoman/core'
import { EditError } from '../edit-error.ts'
import { type EntryEdit, unitEntryName } from '../format.ts'
import { LIMITS } from '../limits.ts'
import { commentOf, withOwnComments } from '../source/xml-comment.ts'
import { childrenOf, type DraftElement, newElement, setContent } from '../source/xml-draft.ts'
import { insertLines } from '../source/xml-layout.ts'
import { type AndroidSheet, namesOf, registerSlot, slotOf, writeValue } from './android-sheet.ts'
import { resourceId } from './read-android.ts'
import { escapeName, isResourceName, splitProduct } from './resource-name.ts'

const CATEGORY_NAMES: readonly string[] = PLURAL_CATEGORIES

type Addition = Extract<EntryEdit, { kind: 'add' }>

/** The name of the entry that an edit makes. */
export function nameOfEdit(edit: Extract<EntryEdit, { kind: 'add' | 'rename' }>): string {
  if (edit.unit !== undefined && edit.unit.plural !== 'none') return unitEntryName(edit.unit)
  return edit.path.join('.')
}

/** Puts a text into the file that it does not have: a string, a quantity of a plural or an item of an array. */
export function addAndroidText(sheet: AndroidSheet, edit: Addition, name: string): void {
  const last = edit.path.at(-1)
  if (edit.unit !== undefined && edit.unit.plural !== 'none') addQuantity(sheet, edit, name)
  else if (typeof last === 'number') addItem(sheet, edit, { name, at: last })
  else addString(sheet, edit, name)
}

function addString(sheet: AndroidSheet, edit: Addition, name: string): void {
  if (sheet.resources().has(resourceId('string', name))) throw new EditError('place-taken', name)
  const raw = writeValue(sheet, { name, text: edit.text, old: null })
  const resource = addResource(sheet, { edit, tag: 'string', resourceName: name, entry: name })
  setContent(resource, raw)
  registerSlot(sheet, name, { kind: 'string', element: resource, resource, resourceName: name, form: null, text: edit.text })
}

function addQuantity(sheet: AndroidSheet, edit: Addition, name: string): void {
  const { unit } = edit
  const rank = CATEGORY_NAMES.indexOf(unit?.form ?? '')
  if (unit === undefined || unit.plural !== 'cardinal' || rank < 0) throw new EditError('not-representable', name)
  const raw = writeValue(sheet, { name, text: edit.text, old: null })
  const resource = resourceFor(sheet, { edit, tag: 'plurals', resourceName: unit.name, entry: name })
  const item = newElement('item', ` quantity="${unit.form}"`, raw)
  const { previous, next } = quantityPlace(sheet, resource, rank)
  insertLines(resource, [item], { previous, next }, sheet.layout())
  registerSlot(sheet, name, { kind: 'quantity', element: item, resource, resourceName: unit.name, form: unit.form, text: edit.text })
}

/** Quantities go in CLDR's order, which is how nearly all files have them. */
function quantityPlace(sheet: AndroidSheet, resource: DraftElement, rank: number) {
  const forms = new Map(namesOf(sheet, resource).map((name) => [slotOf(sheet, name)?.element, slotOf(sheet, name)?.form]))
  let previous: DraftElement | null = null
  let next: DraftElement | null = null
  for (const child of childrenOf(resource)) {
    if (child.kind !== 'element') continue
    const other = CATEGORY_NAMES.indexOf(String(forms.get(child)))
    if (other < rank) previous = child
    next ??= child
  }
  return { previous, next }
}

function addItem(sheet: AndroidSheet, edit: Addition, { name, at }: { readonly name: string; readonly at: number }): void {
  const resourceName = edit.path.slice(0, -1).join('.')
  const raw = writeValue(sheet, { name, text: edit.text, old: null })
  const known = sheet.resources().get(resourceId('string-array', resourceName))
  const count = known === undefined ? 0 : elementsOf(known).length
  if (!Number.isInteger(at) || at < 0 || at > count + LIMITS.arrayGap) throw new EditError('unusable-path', name)
  const resource = resourceFor(sheet, { edit, tag: 'string-array', resourceName, entry: name })
  const existing = elementsOf(resource)[at]
  if (existing !== undefined) {
    const isFree = /^@(?:null|empty)$/.test(
      childrenOf(existing)
        .map((child) => (child.kind === 'text' ? child.raw.trim() : '-'))
        .join(''),
    )
    if (!isFree) throw new EditError('place-taken', name)
  }
  while (elementsOf(resource).length < at) {
    const gap = newElement('item', '', '@null')
    sheet.vacated.add(gap)
    append(sheet, resource, gap)
  }
  const element = existing ?? newElement('item', '', '')
  if (existing === undefined) append(sheet, resource, element)
  sheet.vacated.delete(element)
  setContent(element, raw)
  registerSlot(sheet, name, { kind: 'item', element, resource, resourceName, form: at, text: edit.text })
}

function append(sheet: AndroidSheet, resource: DraftElement, item: DraftElement): void {
  insertLines(resource, [item], { previous: elementsOf(resource).at(-1) ?? null, next: null }, sheet.layout())
}

function elementsOf(resource: DraftElement): readonly DraftElement[] {
  return childrenOf(resource).filter((child) => child.kind === 'element')
}

type NewResource = {
  readonly edit: Addition
  readonly tag: 'string' | 'plurals' | 'string-array'
  readonly resourceName: string
  readonly entry: string
}

function resourceFor(sheet: AndroidSheet, wanted: NewResource): DraftElement {
  const known = sheet.resources().get(resourceId(wanted.tag, wanted.resourceName))
  if (known === undefined) return addResource(sheet, wanted)
  if (/\stranslatable\s*=\s*["']false["']/.test(known.open)) throw new EditError('place-taken', wanted.entry)
  return known
}

function addResource(sheet: AndroidSheet, { edit, tag, resourceName, entry }: NewResource): DraftElement {
  if (!isResourceName(resourceName)) throw new EditError('unusable-path', entry)
  const { name, product } = splitProduct(resourceName)
  const attributes = ` name="${escapeName(name, sheet.habit(name), entry)}"${product === null ? '' : ` product="${product}"`}`
  const resource = newElement(tag, attributes, '')
  const comment = edit.comment === undefined || edit.comment.trim() === '' ? [] : [edit.comment]
  const nodes = [...comment.map((text) => ({ kind: 'comment' as const, raw: commentOf(text, sheet.layout().eol) })), resource]
  insertLines(sheet.root, nodes, placeFor(sheet, edit.after), sheet.layout())
  sheet.resources().set(resourceId(tag, resourceName), resource)
  return resource
}

function placeFor(sheet: AndroidSheet, after: readonly string[]) {
  for (const name of after) {
    const slot = slotOf(sheet, name)
    if (slot !== null) return { previous: slot.resource, next: null }
  }
  const first = childrenOf(sheet.root).find((child) => child.kind === 'element')
  return { previous: null, next: first === undefined ? null : (withOwnComments(sheet.root, first)[0] ?? null) }
}
