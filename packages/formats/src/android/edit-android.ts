import { encodeText } from '../decode.ts'
import { EditError } from '../edit-error.ts'
import { type Document, type EntryEdit, isWhole } from '../format.ts'
import { withOwnComments } from '../source/xml-comment.ts'
import { childrenOf, innerXml, printXml, readAttribute, setContent, setDraftAttribute } from '../source/xml-draft.ts'
import { removeLines } from '../source/xml-layout.ts'
import { type AndroidSheet, type AndroidSlot, namesOf, openAndroidSheet, registerSlot, slotOf, writeValue } from './android-sheet.ts'
import { addAndroidText, nameOfEdit } from './place-android.ts'
import { resourceId } from './read-android.ts'
import { escapeName, isResourceName, splitProduct } from './resource-name.ts'

/** The bytes of `document` after the edits (see Format.edit). */
export function editAndroid(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  if (!isWhole(document)) throw new EditError('not-whole', '')
  if (edits.length === 0) return encodeText(document.text, document.encoding)
  const sheet = openAndroidSheet(document, model)
  for (const [i, edit] of edits.entries()) applyEdit(sheet, edit, edits, i)
  return encodeText(printXml(sheet.top), document.encoding)
}

function applyEdit(sheet: AndroidSheet, edit: EntryEdit, edits: readonly EntryEdit[], at: number): void {
  switch (edit.kind) {
    case 'set':
      setText(sheet, slotNamed(sheet, edit.name), edit.name, edit.text)
      return
    case 'add': {
      const name = nameOfEdit(edit)
      const slot = slotOf(sheet, name)
      if (slot === null) addAndroidText(sheet, edit, name)
      else setText(sheet, slot, name, edit.text)
      return
    }
    case 'remove': {
      const slot = slotOf(sheet, edit.name)
      if (slot !== null) removeSlot(sheet, edit.name, slot)
      return
    }
    case 'rename':
      renameSlot(sheet, edit, edits, at)
  }
}

function slotNamed(sheet: AndroidSheet, name: string): AndroidSlot {
  const slot = slotOf(sheet, name)
  if (slot === null) throw new EditError('no-entry', name)
  return slot
}

function setText(sheet: AndroidSheet, slot: AndroidSlot, name: string, text: string): void {
  if (slot.text === text) return
  setContent(slot.element, writeValue(sheet, { name, text, old: innerXml(slot.element) }))
  slot.text = text
}

function removeSlot(sheet: AndroidSheet, name: string, slot: AndroidSlot): void {
  sheet.slots.set(name, null)
  takeOut(sheet, slot)
  removeDoubles(sheet, name)
}

/** What a name hid would come into force without it. */
function removeDoubles(sheet: AndroidSheet, name: string): void {
  for (const place of sheet.doubles().get(name) ?? []) takeOut(sheet, place)
  sheet.doubles().delete(name)
}

type Place = Pick<AndroidSlot, 'element' | 'resource'>

function takeOut(sheet: AndroidSheet, { element, resource }: Place): void {
  if (resource.name === 'string-array') vacateItem(sheet, { element, resource })
  else if (element !== resource) removeLines(resource, withOwnComments(resource, element))
  const isLast = element === resource || !childrenOf(resource).some((child) => child.kind === 'element')
  if (!isLast) return
  removeLines(sheet.root, withOwnComments(sheet.root, resource))
  for (const [id, known] of sheet.resources()) {
    if (known !== resource) continue
    sheet.resources().delete(id)
    removeRepeated(sheet, id)
    return
  }
}

function removeRepeated(sheet: AndroidSheet, id: string): void {
  for (const other of sheet.repeated().get(id) ?? []) removeLines(sheet.root, withOwnComments(sheet.root, other))
  sheet.repeated().delete(id)
}

/** The names of items are their places: what others follow becomes a resource of no text. */
function vacateItem(sheet: AndroidSheet, { element, resource }: Place): void {
  setContent(element, '@null')
  sheet.vacated.add(element)
  for (let last = lastElement(); last !== null && sheet.vacated.has(last); last = lastElement()) {
    removeLines(resource, withOwnComments(resource, last))
  }
  function lastElement() {
    return childrenOf(resource).findLast((child) => child.kind === 'element') ?? null
  }
}

function renameSlot(sheet: AndroidSheet, edit: Extract<EntryEdit, { kind: 'rename' }>, edits: readonly EntryEdit[], at: number): void {
  const name = nameOfEdit(edit)
  const done = sheet.renamed.get(edit.name)
  if (done === name) {
    sheet.renamed.delete(edit.name)
    return
  }
  const slot = slotNamed(sheet, edit.name)
  if (name === edit.name) return
  if (slotOf(sheet, name) !== null) throw new EditError('place-taken', name)
  const target = targetOf(edit)
  if (target !== slot.resourceName && !isResourceName(target)) throw new EditError('unusable-path', name)
  const others = slotsOf(sheet, slot)
  const isWholeResource = others.every((other) => {
    const place = edits.slice(at, at + others.length).find((next) => next.kind === 'rename' && next.name === other.name)
    return place?.kind === 'rename' && targetOf(place) === target && formOf(place) === other.slot.form
  })
  if (!isWholeResource || formOf(edit) !== slot.form) throw new EditError('not-representable', name)
  const id = resourceId(slot.kind === 'string' ? 'string' : slot.resource.name, target)
  if (sheet.resources().has(id)) throw new EditError('place-taken', name)
  rewriteName(sheet, slot, target, id)
  sheet.names.delete(slot.resource)
  for (const other of others) {
    const next = edits.slice(at, at + others.length).find((candidate) => candidate.kind === 'rename' && candidate.name === other.name)
    if (next?.kind !== 'rename') continue
    const newName = nameOfEdit(next)
    sheet.slots.set(other.name, null)
    removeDoubles(sheet, other.name)
    registerSlot(sheet, newName, { ...other.slot, resourceName: target })
    if (other.name !== edit.name) sheet.renamed.set(other.name, newName)
  }
}

function rewriteName(sheet: AndroidSheet, slot: AndroidSlot, target: string, id: string): void {
  const { name, product } = splitProduct(target)
  setDraftAttribute(slot.resource, 'name', escapeName(name, sheet.habit(name), target))
  const old = readAttribute(slot.resource, 'product')
  if ((old ?? 'default') !== (product ?? 'default')) {
    setDraftAttribute(slot.resource, 'product', product === null ? null : escapeName(product, sheet.habit(product), target))
  }
  const oldId = id.slice(0, id.length - target.length) + slot.resourceName
  sheet.resources().delete(oldId)
  removeRepeated(sheet, oldId)
  sheet.resources().set(id, slot.resource)
}

/** The resource that an edit's path is about. */
function targetOf(edit: Extract<EntryEdit, { kind: 'rename' }>): string {
  if (edit.unit !== undefined && edit.unit.plural !== 'none') return edit.unit.name
  const last = edit.path.at(-1)
  return (typeof last === 'number' ? edit.path.slice(0, -1) : edit.path).join('.')
}

function formOf(edit: Extract<EntryEdit, { kind: 'rename' }>): string | number | null {
  if (edit.unit !== undefined && edit.unit.plural !== 'none') return edit.unit.form
  const last = edit.path.at(-1)
  return typeof last === 'number' ? last : null
}

function slotsOf(sheet: AndroidSheet, { resource }: AndroidSlot): readonly { readonly name: string; readonly slot: AndroidSlot }[] {
  return namesOf(sheet, resource).flatMap((name) => {
    const slot = slotOf(sheet, name)
    return slot?.resource === resource ? [{ name, slot }] : []
  })
}
