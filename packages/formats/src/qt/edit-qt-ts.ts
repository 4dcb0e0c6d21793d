import { encodeText } from '../decode.ts'
import { EditError } from '../edit-error.ts'
import { type Document, type EntryEdit, type EntryState, isWhole, unitEntryName } from '../format.ts'
import {
  childrenOf,
  type DraftElement,
  newElement,
  printXml,
  setContent,
  setDraftAttribute,
} from '../source/xml-draft.ts'
import { insertLines, removeLines } from '../source/xml-layout.ts'
import { messageKeyOf, messageName } from './message-key.ts'
import { addQtMessage } from './place-qt.ts'
import { qtPluralForms } from './qt-plural-forms.ts'
import { openQtSession, type QtSession, type QtSlot, slotOf, writeText } from './qt-session.ts'

/** The bytes of `document` after the edits (see Format.edit). */
export function editQtTs(
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  if (!isWhole(document)) throw new EditError('not-whole', '')
  if (edits.length === 0) return encodeText(document.text, document.encoding)
  const session = openQtSession(document, model)
  for (const edit of edits) applyEdit(session, edit)
  refuseGaps(session)
  return encodeText(printXml(session.top), document.encoding)
}

function applyEdit(session: QtSession, edit: EntryEdit): void {
  switch (edit.kind) {
    case 'set':
      setText(session, slotNamed(session, edit.name), edit)
      return
    case 'add':
      addText(session, edit)
      return
    case 'remove': {
      const slot = slotOf(session, edit.name)
      if (slot === null) return
      removeText(session, slot)
      return
    }
    case 'rename':
      slotNamed(session, edit.name)
      // The source text is the key: it comes from the program.
      if (edit.path.join('.') !== edit.name) throw new EditError('read-only', edit.name)
  }
}

function slotNamed(session: QtSession, name: string): QtSlot {
  const slot = slotOf(session, name)
  if (slot === null || slot.isRemoved) throw new EditError('no-entry', name)
  return slot
}

type NewText = { readonly name: string; readonly text: string; readonly state?: EntryState }

function setText(session: QtSession, slot: QtSlot, { name, text, state }: NewText): void {
  slot.isRemoved = false
  if (slot.text !== text) {
    if (session.isSource) throw new EditError('read-only', name)
    const holder = ensureTextElement(session, slot)
    setContent(holder, writeText(session, { name, text, holder }))
    slot.text = text
  }
  if (state === undefined || session.isSource || slot.message.translation === null) return
  const isDraft = state === 'draft'
  if (isDraft === slot.message.isDraft) return
  setDraftAttribute(slot.message.translation, 'type', isDraft ? 'unfinished' : null)
  slot.message.isDraft = isDraft
}

/** The element that a text goes into; where the message has none, all that it needs are made. */
function ensureTextElement(session: QtSession, slot: QtSlot): DraftElement {
  if (slot.holder !== null) return slot.holder
  const { message } = slot
  if (message.translation === null) {
    message.translation = newElement('translation', '', '')
    const previous = childrenOf(message.element).findLast((child) => child.kind === 'element') ?? null
    insertLines(message.element, [message.translation], { previous, next: null }, session.layout())
  }
  if (!message.isNumerus) {
    slot.holder = message.translation
    return message.translation
  }
  const others = message.names.map((name) => slotOf(session, name)).filter((other) => other !== null)
  const forms = others.map(() => newElement('numerusform', '', ''))
  setContent(message.translation, '')
  if (session.hasInlineForms()) message.translation.children = forms
  else insertLines(message.translation, forms, { previous: null, next: null }, session.layout())
  for (const [i, other] of others.entries()) other.holder = forms[i] ?? null
  return slot.holder ?? message.translation
}

function addText(session: QtSession, edit: Extract<EntryEdit, { kind: 'add' }>): void {
  const key = messageKeyOf(edit.unit?.path ?? edit.path, edit.source)
  const plural = edit.unit?.plural ?? 'none'
  const unitName = messageName(key)
  const form = edit.unit?.form ?? 'other'
  const name = unitEntryName({ name: unitName, plural, form })
  if (plural !== 'none' && plural !== 'cardinal') throw new EditError('not-representable', name)
  const known = slotOf(session, name)
  if (known !== null) {
    setText(session, known, {
      name,
      text: edit.text,
      ...(edit.state === undefined ? {} : { state: edit.state }),
    })
    return
  }
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

/** A message goes when all its texts have gone, and with it those that it hid. */
function removeText(session: QtSession, slot: QtSlot): void {
  const { message, messageName: name } = slot
  slot.isRemoved = true
  session.emptied.add(message)
  if (message.names.some((other) => slotOf(session, other)?.isRemoved === false)) return
  for (const other of message.names) session.slots.set(other, null)
  session.emptied.delete(message)
  session.names().delete(name)
  for (const { context, element } of [message, ...(session.doubles().get(name) ?? [])]) {
    removeLines(context, [element])
    const { parent } = context
    if (
      parent === null ||
      childrenOf(context).some((child) => child.kind === 'element' && child.name === 'message')
    )
      continue
    removeLines(parent, [context])
    for (const [label, other] of session.contexts()) if (other === context) session.contexts().delete(label)
  }
  session.doubles().delete(name)
}

/** Qt counts plural forms by their places: one of several has to stay. */
function refuseGaps(session: QtSession): void {
  for (const { names } of session.emptied) {
    const gap = names.find((name) => slotOf(session, name)?.isRemoved)
    if (gap !== undefined) throw new EditError('not-representable', gap)
  }
}
