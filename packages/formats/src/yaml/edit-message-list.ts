import type { PluralCategory } from '@dragoman/core'
import { categoryNamed } from '@dragoman/core'
import { encodeText } from '../bytes/decode.ts'
import { applyEdits } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import {
  indexOfNewForm,
  type MessageForm,
  type MessageList,
  messageTarget,
  type NewMessage,
} from '../edit/message-list.ts'
import { newDocument } from '../edit/new-file.ts'
import { textsAfter } from '../edit/texts-after.ts'
import { requireTexts } from '../edit/verify-output.ts'
import { type Document, type EntryEdit, isWhole, type View } from '../format.ts'
import { eolOf } from '../source/line-ends.ts'
import { type Dialect, rewriteValue } from '../tree/dialect.ts'
import {
  type Branch,
  type Draft,
  freeLeaf,
  type Item,
  type Leaf,
  newItem,
  printDraft,
} from '../tree/draft.ts'
import { newBlock } from './draft-yaml.ts'
import { anchorsIn } from './edit-yaml.ts'
import {
  formsOfItem,
  GO_I18N_YAML,
  idOfItem,
  mapOf,
  memberOf,
  messagesById,
  readMessageDraft,
  readMessageList,
  textsOfItem,
} from './read-message-list.ts'
import { setTexts } from './set-texts.ts'
import { endLine, openRoot, yamlDialect } from './yaml-dialect.ts'
import { DEFAULT_LAYOUT, findSigns, hasDocumentStart, layoutOf, type YamlLayout } from './yaml-layout.ts'

/** Returns the bytes of `document` after the edits (see Format.edit). */
export function editMessageList(
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  const { text, encoding, view } = document
  const { draft } = readMessageDraft(text)
  const isModel = model !== null && model.format === GO_I18N_YAML && isWhole(model)
  const modelDraft = isModel ? readMessageDraft(model.text).draft : null
  const modelLayout =
    modelDraft === null ? DEFAULT_LAYOUT : layoutOf(model?.text ?? '', findSigns(modelDraft), DEFAULT_LAYOUT)
  const layout = layoutOf(text, findSigns(draft), modelLayout)
  const dialect = yamlDialect(layout, anchorsIn(text))
  const changed = edits.filter(
    (edit) => edit.kind !== 'set' || document.entries.get(edit.name)?.text !== edit.text,
  )
  if (changed.length === 0) return encodeText(text, encoding)
  const expected = textsAfter(document, edits)
  const spliced = setTexts({ text, hasSymbols: false }, document, edits, dialect)
  if (spliced !== null) return verified(encodeText(spliced, encoding), { expected, edits, view })
  const sample = draft.root.items[0] ?? modelDraft?.root.items[0] ?? null
  applyEdits(
    messageTarget(listFor({ draft, layout, dialect, sample, messages: messagesById(draft.root) })),
    edits,
  )
  return verified(encodeText(printDraft(draft), encoding), { expected, edits, view })
}

type Expected = {
  readonly expected: ReadonlyMap<string, string>
  readonly edits: readonly EntryEdit[]
  readonly view: View | undefined
}

function verified(bytes: Uint8Array, { expected, edits, view }: Expected): Uint8Array {
  requireTexts(readMessageList(bytes, view), expected, edits)
  return bytes
}

/** Creates a file in the style of `model` with the additions of `edits`. */
export function createMessageList(
  model: Document | null,
  edits: readonly EntryEdit[],
  view: View | undefined,
): Uint8Array {
  const eol = eolOf(model?.text ?? '') ?? '\n'
  const start = model !== null && hasDocumentStart(model.text) ? `---${eol}` : ''
  const empty = newDocument(GO_I18N_YAML, `${start}[]${eol}`, { model, view })
  return editMessageList(empty, edits, model)
}

type Editing = {
  readonly draft: Draft
  readonly layout: YamlLayout
  readonly dialect: Dialect
  /** A message that shows how others are written. */
  readonly sample: Item | null
  readonly messages: Map<string, Item>
}

function listFor(editing: Editing): MessageList<Item> {
  const { messages } = editing
  return {
    messages,
    formsOf: (message) => [...(textsOfItem(message)?.keys() ?? [])],
    setText: (message, form, text) => setText(editing, message, form, text),
    addText: (message, form, text) => addText(editing, message, form, text),
    add: (message) => addMessage(editing, message),
    removeForm: (message, form) => removeForm(editing, message, form),
    remove: (id) => removeMessages(editing, id, null),
    rename: (id, newId) => renameMessage(editing, id, newId),
  }
}

function setText({ dialect }: Editing, message: Item, form: MessageForm, text: string): void {
  const found = textsOfItem(message)?.get(form)
  if (found === undefined || found.leaf.text === text) return
  rewriteValue(dialect, found, { name: text, text })
}

function addText(editing: Editing, message: Item, form: MessageForm, text: string): boolean {
  const { draft, dialect } = editing
  const texts = textsOfItem(message)
  const map = mapOf(message)
  if (texts === null || map === null) return false
  const forms = formsOfItem(message)
  if (form !== null && forms !== null) {
    for (const old of forms.items.filter(({ key }) => key === form))
      dialect.removeNode(draft, forms, forms.items.indexOf(old))
    const index = indexOfNewForm(
      forms.items.map(({ key }) => key),
      form,
    )
    dialect.insert(draft, forms, index, memberItem(form, dialect.write(text, forms, index)))
    return true
  }
  if (texts.size > 0 || forms !== null) return false
  const item = memberOf(message, 'translation')
  if (item === null) {
    dialect.insert(draft, map, map.items.length, memberItem('translation', freeLeaf('')))
    return fill(editing, memberOf(message, 'translation'), map, { form, text })
  }
  return fill(editing, item, map, { form, text })
}

type NewText = { readonly form: MessageForm; readonly text: string }

/** Writes a text, or the first form of a text, to an item without a value. */
function fill(
  { draft, dialect }: Editing,
  item: Item | null,
  branch: Branch,
  { form, text }: NewText,
): boolean {
  if (item === null) return false
  if (form === null) {
    const leaf = dialect.write(text, branch, branch.items.indexOf(item))
    if (leaf === null) return false
    item.value = leaf
    dialect.normalizeSpacing(item, branch)
    return true
  }
  const forms = dialect.makeBranch('map', branch)
  forms.parent = { branch, item }
  item.value = forms
  dialect.normalizeSpacing(item, branch)
  dialect.insert(draft, forms, 0, memberItem(form, dialect.write(text, forms, 0)))
  return true
}

function memberItem(key: string, value: Leaf | Branch | null): Item {
  if (value === null) throw new EditError('not-representable', key)
  return newItem(
    { lead: '', comment: '', indent: '' },
    { key, rawKey: key, start: -1 },
    { sep: ': ', value, tail: '' },
  )
}

function addMessage(editing: Editing, { id, form, after, edit }: NewMessage<Item>): void {
  const { draft, layout, dialect, sample, messages } = editing
  const { root } = draft
  if (root.items.length === 0) openRoot(draft, layout.eol)
  const map: Branch = { ...newBlock('map'), items: [], indent: mapOf(sample)?.indent || `${root.indent}  ` }
  const translation = memberItem('translation', freeLeaf(''))
  translation.indent = map.indent
  const idItem = memberItem('id', idLeaf(editing, id, map))
  idItem.tail = layout.eol
  translation.tail = layout.eol
  map.items.push(idItem, translation)
  const near = after ?? sample
  const item = newItem(
    { lead: '', comment: '', indent: root.indent },
    { key: null, rawKey: '-', start: -1 },
    { sep: near !== null && /^ +$/.test(near.sep) ? near.sep : ' ', value: map, tail: '' },
  )
  map.parent = { branch: root, item }
  if (form === null) translation.value = textLike(dialect, near, map, edit.text)
  else fill(editing, translation, map, { form, text: edit.text })
  dialect.normalizeSpacing(translation, map)
  insertMessage(editing, item, after)
  if (edit.comment !== undefined && edit.comment !== '')
    item.comment = dialect.writeComment(edit.comment, root)
  messages.set(id, item)
}

/** Returns an id in the quotes of the other ids. */
function idLeaf({ dialect, sample }: Editing, id: string, map: Branch): Leaf {
  const item = memberOf(sample, 'id')
  const branch = mapOf(sample)
  const leaf =
    item !== null && branch !== null ? dialect.rewrite(id, item, branch) : dialect.write(id, map, 0)
  if (leaf === null) throw new EditError('unusable-path', id)
  return leaf
}

/** Returns a text in the quotes of a message next to it. */
function textLike(dialect: Dialect, near: Item | null, map: Branch, text: string): Leaf {
  const [found] = near === null ? [] : [...(textsOfItem(near)?.values() ?? [])]
  const isLine = found !== undefined && !/^[|>]|\n/.test(found.leaf.raw)
  const leaf = isLine ? dialect.rewrite(text, found.item, map) : dialect.write(text, map, 1)
  if (leaf === null) throw new EditError('not-representable', text)
  return leaf
}

/** Inserts a message with the blank lines that are between others. */
function insertMessage({ draft, layout }: Editing, item: Item, after: Item | null): void {
  const { items } = draft.root
  const index = after === null ? 0 : items.indexOf(after) + 1
  const next = items[index]
  const previous = items[index - 1]
  const between = items[1]?.lead ?? ''
  const gap = between.trim() === '' ? between : ''
  if (previous !== undefined) {
    item.lead = gap
    endLine(previous, layout.eol)
  } else if (next !== undefined) {
    // What is at the top belongs to the file.
    item.lead = next.lead
    next.lead = gap
  }
  items.splice(index, 0, item)
}

function removeForm({ draft, dialect }: Editing, message: Item, form: PluralCategory): void {
  const forms = formsOfItem(message)
  if (forms === null) return
  for (const item of forms.items.filter(({ key }) => categoryNamed(key) === form)) {
    if (dialect.isNeeded(item)) throw new EditError('not-representable', form)
    dialect.removeNode(draft, forms, forms.items.indexOf(item))
  }
}

function removeMessages({ draft, layout, dialect, messages }: Editing, id: string, kept: Item | null): void {
  const { root } = draft
  for (let index = root.items.length - 1; index >= 0; index--) {
    const item = root.items[index]
    if (item === undefined || item === kept || idOfItem(item) !== id) continue
    if (dialect.isNeeded(item)) throw new EditError('not-representable', id)
    const next = root.items[index + 1]
    root.items.splice(index, 1)
    if (next === undefined) {
      if (item.lead.trim() !== '' && index > 0) draft.after = item.lead + draft.after
      else if (index === 0) draft.before += item.lead
    } else if (index === 0) next.lead = item.lead + next.lead.replace(/^(?:[ \t]*\r?\n)+/, '')
    else if (item.lead.trim() !== '') next.lead = item.lead + next.lead
  }
  if (root.items.length === 0) root.empty = `[]${layout.eol}`
  messages.delete(id)
}

function renameMessage(editing: Editing, id: string, newId: string): void {
  const { messages, dialect } = editing
  const message = messages.get(id)
  const item = message === undefined ? null : memberOf(message, 'id')
  const map = mapOf(message ?? null)
  if (message === undefined || item === null || map === null) return
  if (dialect.isNeeded(item)) throw new EditError('not-representable', id)
  removeMessages(editing, id, message)
  rewriteValue(dialect, { branch: map, item }, { name: newId, text: newId })
  messages.set(newId, message)
}
