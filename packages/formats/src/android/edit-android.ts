import { encodeText } from '../decode.ts'
import { EditError } from '../edit-error.ts'
import { type Document, type EntryEdit, isWhole } from '../format.ts'
import { withOwnComments } from '../source/xml-comment.ts'
import {
  childrenOf,
  innerXml,
  printXml,
  readAttribute,
  setContent,
  setDraftAttribute,
} from '../source/xml-draft.ts'
import { removeLines } from '../source/xml-layout.ts'
import {
  type AndroidSession,
  type AndroidSlot,
  namesOf,
  openAndroidSession,
  registerSlot,
  slotOf,
  writeValue,
} from './android-session.ts'
import { addAndroidText, nameOfEdit } from './place-android.ts'
import { resourceId } from './read-android.ts'
import { escapeName, isResourceName, splitProduct } from './resource-name.ts'

/** The bytes of `document` after the edits (see Format.edit). */
export function editAndroid(
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  if (!isWhole(document)) throw new EditError('not-whole', '')
  if (edits.length === 0) return encodeText(document.text, document.encoding)
  const session = openAndroidSession(document, model)
  for (const [i, edit] of edits.entries()) applyEdit(session, edit, edits, i)
  return encodeText(printXml(session.top), document.encoding)
}

function applyEdit(session: AndroidSession, edit: EntryEdit, edits: readonly EntryEdit[], at: number): void {
  switch (edit.kind) {
    case 'set':
      setText(session, slotNamed(session, edit.name), edit.name, edit.text)
      return
    case 'add': {
      const name = nameOfEdit(edit)
      const slot = slotOf(session, name)
      if (slot === null) addAndroidText(session, edit, name)
      else setText(session, slot, name, edit.text)
      return
    }
    case 'remove': {
      const slot = slotOf(session, edit.name)
      if (slot !== null) removeSlot(session, edit.name, slot)
      return
    }
    case 'rename':
      renameSlot(session, edit, edits, at)
  }
}

function slotNamed(session: AndroidSession, name: string): AndroidSlot {
  const slot = slotOf(session, name)
  if (slot === null) throw new EditError('no-entry', name)
  return slot
}

function setText(session: AndroidSession, slot: AndroidSlot, name: string, text: string): void {
  if (slot.text === text) return
  setContent(slot.element, writeValue(session, { name, text, old: innerXml(slot.element) }))
  slot.text = text
}

function removeSlot(session: AndroidSession, name: string, slot: AndroidSlot): void {
  session.slots.set(name, null)
  takeOut(session, slot)
  removeDoubles(session, name)
}

/** What a name hid would come into force without it. */
function removeDoubles(session: AndroidSession, name: string): void {
  for (const place of session.doubles().get(name) ?? []) takeOut(session, place)
  session.doubles().delete(name)
}

type Place = Pick<AndroidSlot, 'element' | 'resource'>

function takeOut(session: AndroidSession, { element, resource }: Place): void {
  if (resource.name === 'string-array') vacateItem(session, { element, resource })
  else if (element !== resource) removeLines(resource, withOwnComments(resource, element))
  const isLast = element === resource || !childrenOf(resource).some((child) => child.kind === 'element')
  if (!isLast) return
  removeLines(session.root, withOwnComments(session.root, resource))
  for (const [id, known] of session.resources()) {
    if (known !== resource) continue
    session.resources().delete(id)
    removeRepeated(session, id)
    return
  }
}

function removeRepeated(session: AndroidSession, id: string): void {
  for (const other of session.repeated().get(id) ?? [])
    removeLines(session.root, withOwnComments(session.root, other))
  session.repeated().delete(id)
}

/** The names of items are their places: what others follow becomes a resource of no text. */
function vacateItem(session: AndroidSession, { element, resource }: Place): void {
  setContent(element, '@null')
  session.vacated.add(element)
  for (let last = lastElement(); last !== null && session.vacated.has(last); last = lastElement()) {
    removeLines(resource, withOwnComments(resource, last))
  }
  function lastElement() {
    return childrenOf(resource).findLast((child) => child.kind === 'element') ?? null
  }
}

function renameSlot(
  session: AndroidSession,
  edit: Extract<EntryEdit, { kind: 'rename' }>,
  edits: readonly EntryEdit[],
  at: number,
): void {
  const name = nameOfEdit(edit)
  const done = session.renamed.get(edit.name)
  if (done === name) {
    session.renamed.delete(edit.name)
    return
  }
  const slot = slotNamed(session, edit.name)
  if (name === edit.name) return
  if (slotOf(session, name) !== null) throw new EditError('place-taken', name)
  const target = targetOf(edit)
  if (target !== slot.resourceName && !isResourceName(target)) throw new EditError('unusable-path', name)
  const others = slotsOf(session, slot)
  const isWholeResource = others.every((other) => {
    const place = edits
      .slice(at, at + others.length)
      .find((next) => next.kind === 'rename' && next.name === other.name)
    return place?.kind === 'rename' && targetOf(place) === target && formOf(place) === other.slot.form
  })
  if (!isWholeResource || formOf(edit) !== slot.form) throw new EditError('not-representable', name)
  const id = resourceId(slot.kind === 'string' ? 'string' : slot.resource.name, target)
  if (session.resources().has(id)) throw new EditError('place-taken', name)
  rewriteName(session, slot, target, id)
  session.names.delete(slot.resource)
  for (const other of others) {
    const next = edits
      .slice(at, at + others.length)
      .find((candidate) => candidate.kind === 'rename' && candidate.name === other.name)
    if (next?.kind !== 'rename') continue
    const newName = nameOfEdit(next)
    session.slots.set(other.name, null)
    removeDoubles(session, other.name)
    registerSlot(session, newName, { ...other.slot, resourceName: target })
    if (other.name !== edit.name) session.renamed.set(other.name, newName)
  }
}

function rewriteName(session: AndroidSession, slot: AndroidSlot, target: string, id: string): void {
  const { name, product } = splitProduct(target)
  setDraftAttribute(slot.resource, 'name', escapeName(name, session.style(name), target))
  const old = readAttribute(slot.resource, 'product')
  if ((old ?? 'default') !== (product ?? 'default')) {
    setDraftAttribute(
      slot.resource,
      'product',
      product === null ? null : escapeName(product, session.style(product), target),
    )
  }
  const oldId = id.slice(0, id.length - target.length) + slot.resourceName
  session.resources().delete(oldId)
  removeRepeated(session, oldId)
  session.resources().set(id, slot.resource)
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

function slotsOf(
  session: AndroidSession,
  { resource }: AndroidSlot,
): readonly { readonly name: string; readonly slot: AndroidSlot }[] {
  return namesOf(session, resource).flatMap((name) => {
    const slot = slotOf(session, name)
    return slot?.resource === resource ? [{ name, slot }] : []
  })
}
