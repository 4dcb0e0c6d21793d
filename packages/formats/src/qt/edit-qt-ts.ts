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

function targetOf(session: QtSession): EditTarget<QtSlot> {
  return {
    nameOf,
    find(name) {
      const slot = slotOf(session, name)
      return slot?.isRemoved === false ? slot : null
    },
    setText: (slot, edit, name) => setText(session, slot, { edit, name }),
    insert(edit, name) {
      const removed = slotOf(session, name)
      if (removed === null) addText(session, edit, name)
      else setText(session, removed, { edit, name })
    },
    remove: (slot) => removeText(session, slot),
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

function setText(session: QtSession, slot: QtSlot, { edit, name }: NewText): void {
  const { text, state } = edit
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

/** Returns the element for a text; creates everything a message without one needs. */
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

/** Throws if only some plural forms of a message were removed: Qt counts them by position. */
function refuseGaps(session: QtSession): void {
  for (const { names } of session.emptied) {
    const gap = names.find((name) => slotOf(session, name)?.isRemoved)
    if (gap !== undefined) throw new EditError('not-representable', gap)
  }
}
