import { encodeText } from '../bytes/decode.ts'
import {
  type AddEdit,
  applyEdits,
  type EditTarget,
  type RenameEdit,
  type SetEdit,
} from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { type Document, type EntryEdit, unitEntryName } from '../format.ts'
import {
  type DraftElement,
  firstElementOf,
  lastElementOf,
  newElement,
  printXml,
  setContent,
  setDraftAttribute,
} from '../source/xml-draft.ts'
import { insertLines, removeLines } from '../source/xml-layout.ts'
import { addQtMessage } from './add-qt-message.ts'
import { messageKeyOf, messageName } from './message-key.ts'
import { qtPluralForms } from './qt-plural-forms.ts'
import {
  locationOf,
  openQtSession,
  type QtDraft,
  type QtLocation,
  type QtSession,
  writeText,
} from './qt-session.ts'

/** Returns the bytes of `document` after the edits (see Format.edit). */
export function editQtTs(
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  const session = openQtSession(document, model)
  applyEdits(targetOf(session), edits)
  refuseGaps(session)
  return encodeText(printXml(session.top), document.encoding)
}

function targetOf(session: QtSession): EditTarget<QtLocation> {
  return {
    nameOf,
    find(name) {
      const location = locationOf(session, name)
      return location?.isRemoved === false ? location : null
    },
    setText: (location, edit, name) => setText(session, location, { edit, name }),
    insert(edit, name) {
      const removed = locationOf(session, name)
      if (removed === null) addText(session, edit, name)
      else setText(session, removed, { edit, name })
    },
    remove: (location) => removeText(session, location),
    rename(_, { name }) {
      // The source text is the key: it comes from the program.
      throw new EditError('read-only', name)
    },
  }
}

function nameOf(edit: AddEdit | RenameEdit): string {
  if (edit.kind === 'rename') return edit.path.join('.')
  const plural = edit.unit?.plural ?? 'none'
  const key = messageKeyOf(edit.unit?.path ?? edit.path, edit.source)
  const name = unitEntryName({ name: messageName(key), plural, form: edit.unit?.form ?? 'other' })
  if (plural !== 'none' && plural !== 'cardinal') throw new EditError('not-representable', name)
  return name
}

type NewText = { readonly edit: SetEdit | AddEdit; readonly name: string }

function setText(session: QtSession, location: QtLocation, { edit, name }: NewText): void {
  const { text } = edit
  location.isRemoved = false
  const isEmptied = text === '' && location.text !== ''
  if (location.text !== text) {
    if (session.isSource) throw new EditError('read-only', name)
    const holder = ensureTextElement(session, location)
    setContent(holder, writeText(session, { name, text, holder }))
    location.text = text
  }
  const state = edit.state ?? (isEmptied && isBlank(session, location.message) ? 'draft' : undefined)
  if (state === undefined || session.isSource || location.message.translation === null) return
  const isDraft = state === 'draft'
  if (isDraft === location.message.isDraft) return
  setDraftAttribute(location.message.translation, 'type', isDraft ? 'unfinished' : null)
  location.message.isDraft = isDraft
}

/** Whether a message has no text, so that it is not finished. */
function isBlank(session: QtSession, { names }: QtDraft): boolean {
  return names.every((name) => (locationOf(session, name)?.text ?? '') === '')
}

/** Returns the element for a text; creates everything a message without one needs. */
function ensureTextElement(session: QtSession, location: QtLocation): DraftElement {
  if (location.holder !== null) return location.holder
  const { message } = location
  if (message.translation === null) {
    message.translation = newElement('translation', '', '')
    const previous = lastElementOf(message.element)
    insertLines(message.element, [message.translation], { previous, next: null }, session.layout())
  }
  if (!message.isNumerus) {
    location.holder = message.translation
    return message.translation
  }
  const others = message.names.map((name) => locationOf(session, name)).filter((other) => other !== null)
  const forms = others.map(() => newElement('numerusform', '', ''))
  setContent(message.translation, '')
  if (session.hasInlineForms()) message.translation.children = forms
  else insertLines(message.translation, forms, { previous: null, next: null }, session.layout())
  for (const [i, other] of others.entries()) other.holder = forms[i] ?? null
  return location.holder ?? message.translation
}

function addText(session: QtSession, edit: AddEdit, name: string): void {
  const key = messageKeyOf(edit.unit?.path ?? edit.path, edit.source)
  const plural = edit.unit?.plural ?? 'none'
  const unitName = messageName(key)
  const form = edit.unit?.form ?? 'other'
  if (session.names().has(unitName)) throw new EditError('place-taken', name)
  const forms =
    plural === 'none' || session.isSource
      ? null
      : qtPluralForms(session.counts().language, session.counts().formCount)
  if (plural === 'cardinal' && (forms === null ? form !== 'other' : !forms.includes(form)))
    throw new EditError('not-representable', name)
  if (session.isSource && key.kind === 'source' && edit.text !== key.source)
    throw new EditError('not-representable', name)
  const isDraft = edit.state === 'draft' || edit.text === '' || session.isSource
  addQtMessage(session, {
    edit,
    key,
    name: unitName,
    entry: name,
    forms,
    isNumerus: plural !== 'none',
    isDraft,
  })
}

/** Removes a text. A message is removed when it has no texts left, together with those that it hid. */
function removeText(session: QtSession, location: QtLocation): void {
  const { message, messageName: name } = location
  location.isRemoved = true
  session.emptied.add(message)
  if (message.names.some((other) => locationOf(session, other)?.isRemoved === false)) return
  for (const other of message.names) session.locations.set(other, null)
  session.emptied.delete(message)
  session.names().delete(name)
  for (const { context, element } of [message, ...(session.doubles().get(name) ?? [])]) {
    removeLines(context, [element])
    const { parent } = context
    if (parent === null || firstElementOf(context, 'message') !== null) continue
    removeLines(parent, [context])
    for (const [label, other] of session.contexts()) if (other === context) session.contexts().delete(label)
  }
  session.doubles().delete(name)
}

/** Throws if only some plural forms of a message were removed: Qt counts them by position. */
function refuseGaps(session: QtSession): void {
  for (const { names } of session.emptied) {
    const gap = names.find((name) => locationOf(session, name)?.isRemoved)
    if (gap !== undefined) throw new EditError('not-representable', gap)
  }
}
