import { isPlainKeyName } from '@dragoman/core'
import { encodeText } from '../bytes/decode.ts'
import { applyEdits, type EditTarget } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { encodeNewFile } from '../edit/new-file.ts'
import { type Document, type EntryEdit, isWhole } from '../format.ts'
import { printPieces, removeItem, removeShadowed } from '../source/keyed-lines.ts'
import {
  type AttributeDraft,
  applyEditedMessages,
  DEFAULT_FLUENT_STYLE,
  type FluentSession,
  type FluentStyle,
  type MessageDraft,
  openFluent,
  type ValueDraft,
} from './fluent-session.ts'
import { newValue, setValue } from './fluent-value.ts'
import { insertMessage } from './insert-message.ts'
import { replaceValues } from './replace-values.ts'

/** Returns the bytes of `document` after the edits (see Format.edit). */
export function editFluent(
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  const text = replaceValues(document, edits) ?? textAfter(document, edits, model)
  return encodeText(text, document.encoding)
}

function textAfter(document: Document, edits: readonly EntryEdit[], model: Document | null): string {
  const session = openFluent(document.text, styleOfModel(model))
  applyEdits(targetOf(session), edits)
  const text = printPieces(applyEditedMessages(session))
  if (session.hasJunk) assertSameMessages(session, text)
  return text
}

/**
 * Throws if other messages would appear or disappear: an unclosed brace in junk can close in other junk once
 * the message between them is gone.
 */
function assertSameMessages(session: FluentSession, text: string): void {
  const again = openFluent(text, session.style).messages
  for (const id of again.keys()) if (!session.messages.has(id)) throw new EditError('not-representable', id)
  for (const id of session.messages.keys()) if (!again.has(id)) throw new EditError('not-representable', id)
}

/** Returns a new file with the additions of `edits`, in the style of `model`. */
export function createFluent(edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  const session = openFluent('', styleOfModel(model))
  applyEdits(targetOf(session), edits)
  const text = printPieces(applyEditedMessages(session))
  return encodeNewFile(text, model, /\r?\n$/)
}

function styleOfModel(model: Document | null): FluentStyle {
  return model !== null && isWhole(model)
    ? openFluent(model.text, DEFAULT_FLUENT_STYLE).style
    : DEFAULT_FLUENT_STYLE
}

function targetOf(session: FluentSession): EditTarget<FluentLocation> {
  return {
    nameOf: (edit) => edit.path.join('.'),
    find: (name) => findValue(session, name),
    setText({ draft, value }, { text }, name) {
      if (setValue(value, session.style, { name, text })) draft.isEdited = true
    },
    insert(edit, name) {
      assertUsable(name)
      const kind = splitName(name).attribute !== null ? 'attribute' : 'message'
      const value = newValue(session.style, { name, text: edit.text }, kind)
      putEntry(session, name, { value, after: edit.after, comment: edit.comment ?? '' })
    },
    remove: ({ draft }, name) => removeEntry(session, draft, name),
    rename: (place, { name }, newName) => renameEntry(session, place, { name, newName }),
  }
}

/** The parts of an entry's name; identifiers have no dots. */
type FluentName = { readonly id: string; readonly attribute: string | null }

function splitName(name: string): FluentName {
  const dot = name.indexOf('.')
  return dot < 0 ? { id: name, attribute: null } : { id: name.slice(0, dot), attribute: name.slice(dot + 1) }
}

/** Throws if Fluent cannot write a name. */
function assertUsable(name: string): void {
  if (!/^-?[a-zA-Z][\w-]*(?:\.[a-zA-Z][\w-]*)?$/.test(name) || !isPlainKeyName(name))
    throw new EditError('unusable-path', name)
}

type FluentLocation = { readonly draft: MessageDraft; readonly value: ValueDraft }

function findValue(session: FluentSession, name: string): FluentLocation | null {
  const { id, attribute } = splitName(name)
  const draft = session.messages.get(id)
  const value =
    attribute === null
      ? draft?.value
      : draft?.attributes.findLast((candidate) => candidate.id === attribute)?.value
  return draft === undefined || value === undefined || value === null ? null : { draft, value }
}

type NewEntry = { readonly value: ValueDraft; readonly after: readonly string[]; readonly comment: string }

/** Adds a value with a new name, to its message if that exists. */
function putEntry(session: FluentSession, name: string, { value, after, comment }: NewEntry): void {
  const { id, attribute } = splitName(name)
  const present = session.messages.get(id)
  if (present === undefined) {
    // A term must have its own value.
    if (attribute !== null && id.startsWith('-')) throw new EditError('not-representable', name)
    const attributes = attribute === null ? [] : [newAttribute(session, attribute, value)]
    const near = after.find((other) => session.messages.has(splitName(other).id))
    const anchor = near === undefined ? null : (session.messages.get(splitName(near).id)?.link ?? null)
    const link = insertMessage(session, anchor, { id, comment })
    session.messages.set(id, { link, value: attribute === null ? value : null, attributes, isEdited: true })
    return
  }
  present.isEdited = true
  if (attribute === null) {
    present.value = value
    return
  }
  const neighbour = after
    .map(splitName)
    .find(
      (other) => other.id === id && present.attributes.some((candidate) => candidate.id === other.attribute),
    )
  const at =
    neighbour === undefined
      ? 0
      : present.attributes.findLastIndex((candidate) => candidate.id === neighbour.attribute) + 1
  present.attributes.splice(at, 0, newAttribute(session, attribute, value))
}

function newAttribute({ style }: FluentSession, id: string, value: ValueDraft): AttributeDraft {
  return { lead: style.eol + ' '.repeat(style.attributeIndent), id, middle: style.middle, value }
}

function removeEntry(session: FluentSession, draft: MessageDraft, name: string): void {
  const { id, attribute } = splitName(name)
  if (attribute !== null)
    draft.attributes = draft.attributes.filter((candidate) => candidate.id !== attribute)
  else if (draft.attributes.length > 0 && id.startsWith('-')) throw new EditError('not-representable', name)
  else draft.value = null
  draft.isEdited = true
  if (draft.value === null && draft.attributes.length === 0) removeMessage(session, id)
}

function removeMessage(session: FluentSession, id: string): void {
  const draft = session.messages.get(id)
  if (draft !== undefined) removeItem(session.chain, draft.link)
  removeShadowed(session, id)
  session.messages.delete(id)
}

function renameEntry(
  session: FluentSession,
  { draft, value }: FluentLocation,
  { name, newName }: { readonly name: string; readonly newName: string },
): undefined {
  assertUsable(newName)
  const from = splitName(name)
  const to = splitName(newName)
  const isAlone =
    draft.attributes.every((candidate) => candidate.value === value) &&
    (draft.value === null || draft.value === value)
  if (from.id === to.id && from.attribute !== null && to.attribute !== null) {
    draft.attributes = draft.attributes.filter(
      (candidate) => candidate.id !== from.attribute || candidate.value === value,
    )
    for (const candidate of draft.attributes) if (candidate.value === value) candidate.id = to.attribute
    draft.isEdited = true
    return
  }
  const isTermAttribute = to.attribute !== null && to.id.startsWith('-')
  if (isAlone && from.attribute === to.attribute && !session.messages.has(to.id) && !isTermAttribute) {
    removeShadowed(session, from.id)
    session.messages.delete(from.id)
    draft.link.piece.key = to.id
    session.messages.set(to.id, draft)
    return
  }
  const isLastOfTerm = from.id.startsWith('-') && from.attribute === null && draft.attributes.length > 0
  if (isLastOfTerm) throw new EditError('not-representable', name)
  putEntry(session, newName, { value, after: [name], comment: '' })
  removeEntry(session, draft, name)
}
