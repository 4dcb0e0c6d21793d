import type { PluralCategory } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import { indexOfNewForm, type MessageForm, type MessageList, type NewMessage } from '../edit/message-list.ts'
import type { EntryState, View } from '../format.ts'
import { parseJson } from '../source/json.ts'
import {
  type DraftContainer,
  type DraftItem,
  type DraftValue,
  draftJson,
  type JsonDraft,
  leaf,
} from '../source/json-draft.ts'
import { DEFAULT_LAYOUT, type JsonLayout, layoutOf } from '../source/json-layout.ts'
import { quoteJson } from '../source/json-string.ts'
import {
  copyValue,
  dropMembers,
  insertMember,
  memberOf,
  newMember,
  newObject,
  newText,
  objectOf,
  removeNode,
  rewriteText,
  textOf,
} from './draft-member.ts'
import { idOfMessage, listOf, type MessageShape, type MessageTexts } from './message-shape.ts'

/** A file of messages while it is being edited. */
export type MessageSession = {
  readonly draft: JsonDraft
  readonly layout: JsonLayout
  readonly list: MessageList<DraftItem>
}

type Editing = {
  readonly shape: MessageShape
  readonly side: View['side']
  readonly layout: JsonLayout
  readonly root: DraftContainer
  readonly messages: Map<string, DraftItem>
  /** The same file in another language. */
  readonly twins: ReadonlyMap<string, DraftItem>
  readonly describes: boolean
}

type Around = { readonly model: MessageSession | null; readonly view: View | undefined }

/** Opens a file. `model` defines the style if the text does not show it. */
export function openMessages(shape: MessageShape, text: string, { model, view }: Around): MessageSession {
  const tree = parseJson(text)
  if (tree.root === null) throw new EditError('not-whole', '')
  const draft = draftJson(text, tree.root)
  openNullList(draft, shape)
  const root = listOf(draft.root, shape)
  // A draft consists of containers and leaves only.
  if (root === null || !('tail' in root)) throw new EditError('not-whole', '')
  const messages = new Map<string, DraftItem>()
  for (const item of root.items) {
    const id = idOfMessage(item.value)
    if (id !== null) messages.set(id, item)
  }
  const layout = layoutOf(text, draft, model?.layout ?? DEFAULT_LAYOUT)
  const twins = model?.list.messages ?? new Map<string, DraftItem>()
  const samples = messages.size > 0 ? messages : twins
  const describes = samples.size === 0 || hasComment(shape, samples)
  const editing: Editing = { shape, side: view?.side ?? 'target', layout, root, messages, twins, describes }
  return { draft, layout, list: listFor(editing) }
}

/** Replaces a list that is null by an empty one. */
function openNullList({ root }: JsonDraft, { list }: MessageShape): void {
  if (list === null || root.kind === 'leaf') return
  const item = memberOf(root, list)
  if (item?.value.kind !== 'leaf' || item.value.raw !== 'null') return
  item.value = { kind: 'array', parent: { container: root, item }, items: [], tail: '' }
}

function hasComment({ comment }: MessageShape, messages: ReadonlyMap<string, DraftItem>): boolean {
  if (comment === undefined) return false
  for (const message of messages.values()) if (itemAt(message, [comment]) !== null) return true
  return false
}

function listFor(editing: Editing): MessageList<DraftItem> {
  const { messages } = editing
  return {
    messages,
    formsOf: (message) => [...(textsOf(editing, message)?.paths.keys() ?? [])],
    setText: (message, form, text) => setText(editing, message, form, text),
    setState: (message, state) => setState(editing, message, state),
    addText: (message, form, text) => addText(editing, message, form, text),
    add: (message) => addMessage(editing, message),
    removeForm: (message, form) => removeForm(editing, message, form),
    remove: (id) => removeMessages(editing, id),
    rename: (id, newId) => renameMessage(editing, id, newId),
  }
}

function memberOfSide({ shape, side }: Editing): string {
  return side === 'source' && shape.source !== undefined ? shape.source : shape.text
}

function textsOf(editing: Editing, message: DraftItem): MessageTexts | null {
  const member = memberOfSide(editing)
  return editing.shape.textsOf(itemAt(message, [member])?.value, member)
}

/** Returns the item at a path of members below a message, or null. */
function itemAt(message: DraftItem, path: readonly string[]): DraftItem | null {
  let item: DraftItem | null = message
  for (const key of path) {
    const object = objectOf(item)
    item = object === null ? null : memberOf(object, key)
  }
  return item
}

function setText(editing: Editing, message: DraftItem, form: MessageForm, text: string): void {
  const path = textsOf(editing, message)?.paths.get(form)
  const item = path === undefined ? null : itemAt(message, path)
  if (item !== null) rewriteText(item, text, editing.layout)
}

function setState({ shape, layout }: Editing, message: DraftItem, state: EntryState): void {
  const object = objectOf(message)
  const { draft } = shape
  if (draft === undefined || object === null) return
  const mark = memberOf(object, draft)
  if (state !== 'draft') dropMembers(object, draft)
  else if (mark !== null) mark.value = leaf('true', null)
  else insertMember(object, object.items.length, newMember(draft, leaf('true', null), layout), { layout })
}

function addText(editing: Editing, message: DraftItem, form: MessageForm, text: string): boolean {
  const { layout } = editing
  const object = objectOf(message)
  const texts = textsOf(editing, message)
  if (object === null || texts === null) return false
  if (form !== null && texts.forms !== null) {
    const forms = objectOf(itemAt(message, texts.forms))
    if (forms === null) return false
    const member = newMember(form, formLike(forms, text, layout), layout)
    const index = indexOfNewForm(
      forms.items.map(({ key }) => key),
      form,
    )
    insertMember(forms, index, member, { layout, sample: objectOf(forms.items[0] ?? null) })
    return true
  }
  if (texts.paths.size > 0 || texts.forms !== null) return false
  const member = memberOfSide(editing)
  const value = newTexts(editing, { id: idOfMessage(message.value) ?? '', form, text })
  dropMembers(object, member)
  const index = object.items.findIndex(({ key }) => key === 'id') + 1
  insertMember(object, index, newMember(member, value, layout), { layout })
  return true
}

/** Returns the value of a new form, an object with a text if the other forms are. */
function formLike(forms: DraftContainer, text: string, layout: JsonLayout): DraftValue {
  const [inner] = objectOf(forms.items[0] ?? null)?.items ?? []
  return typeof inner?.key === 'string'
    ? newObject([newMember(inner.key, newText(text, layout), layout)])
    : newText(text, layout)
}

/** Returns the value of a message's text, or of its first form. */
function newTexts({ shape, layout }: Editing, { id, form, text }: NewText): DraftValue {
  if (form === null) return newText(text, layout)
  if (shape.newForms === undefined) throw new EditError('not-representable', id)
  return shape.newForms(newMember(form, newText(text, layout), layout))
}

type NewText = { readonly id: string; readonly form: MessageForm; readonly text: string }

function addMessage(editing: Editing, { id, form, after, edit }: NewMessage<DraftItem>): void {
  const { shape, layout, root, messages, twins, describes } = editing
  const twin = twins.get(id)
  const items = [newMember('id', newText(id, layout), layout)]
  const value = newTexts(editing, { id, form, text: edit.text })
  if (memberOfSide(editing) === shape.text) {
    const source = newSource(editing, edit.source, twin)
    if (source !== null) items.push(source)
    items.push(newMember(shape.text, value, layout))
  } else {
    items.push(newMember(memberOfSide(editing), value, layout))
    items.push(newMember(shape.text, newText('', layout), layout))
  }
  if (shape.comment !== undefined && describes && edit.comment !== undefined && edit.comment !== '')
    items.push(newMember(shape.comment, newText(edit.comment, layout), layout))
  for (const key of shape.shared) {
    const copied = twin === undefined ? null : itemAt(twin, [key])
    if (copied !== null) items.push(newMember(key, copyValue(copied.value, layout), layout))
  }
  const message = newElement(newObject(items))
  const index = after === null ? 0 : root.items.indexOf(after) + 1
  const near = root.items[index - 1] ?? root.items[index] ?? null
  insertMember(root, index, message, { layout, sample: sampleOf(near) })
  messages.set(id, message)
  if (edit.state === 'draft') setState(editing, message, 'draft')
}

/** Returns the member with the source text: as given, otherwise that of the same message in another language. */
function newSource(
  { shape, layout }: Editing,
  text: string | undefined,
  twin: DraftItem | undefined,
): DraftItem | null {
  if (shape.source === undefined) return null
  if (text !== undefined) return newMember(shape.source, newText(text, layout), layout)
  const copied = twin === undefined ? null : itemAt(twin, [shape.source])
  return copied === null ? null : newMember(shape.source, copyValue(copied.value, layout), layout)
}

function newElement(value: DraftValue): DraftItem {
  return { lead: '', key: null, rawKey: '', colon: '', value, trail: '' }
}

const NOTHING = newElement(leaf('null', null))

function sampleOf(item: DraftItem | null): DraftContainer | null {
  const object = objectOf(item)
  return object !== null && object.items.length > 0 ? object : null
}

function removeForm(editing: Editing, message: DraftItem, form: PluralCategory): void {
  const path = textsOf(editing, message)?.forms ?? null
  const forms = path === null ? null : objectOf(itemAt(message, path))
  if (forms !== null) dropMembers(forms, form)
}

function removeMessages({ root, messages }: Editing, id: string): void {
  for (let index = root.items.length - 1; index >= 0; index--)
    if (idOfMessage(root.items[index]?.value ?? NOTHING.value) === id) removeNode(root, index)
  messages.delete(id)
}

function renameMessage(editing: Editing, id: string, newId: string): void {
  const { root, messages, layout } = editing
  const message = messages.get(id)
  if (message === undefined) return
  for (let index = root.items.length - 1; index >= 0; index--) {
    const item = root.items[index]
    if (item !== undefined && item !== message && idOfMessage(item.value) === id) removeNode(root, index)
  }
  const member = itemAt(message, ['id'])
  const item = member?.value.kind === 'array' ? (member.value.items[0] ?? null) : member
  if (item === null || textOf(item) === null) return
  item.value = leaf(quoteJson(newId, layout.escapes), newId)
  messages.delete(id)
  messages.set(newId, message)
}
