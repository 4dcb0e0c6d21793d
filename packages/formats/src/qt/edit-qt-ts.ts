import { encodeText } from '../decode.ts'
import { EditError } from '../edit-error.ts'
import { type Document, type EntryEdit, type EntryState, isWhole, unitEntryName } from '../format.ts'
import { childrenOf, type DraftElement, newElement, printXml, setContent, setDraftAttribute } from '../source/xml-draft.ts'
import { insertLines, removeLines } from '../source/xml-layout.ts'
import { messageKeyOf, messageName } from './message-key.ts'
import { addQtMessage } from './place-qt.ts'
import { qtPluralForms } from './qt-plural-forms.ts'
import { openQtSheet, type QtSheet, type QtSlot, slotOf, writeText } from './qt-sheet.ts'

/** The bytes of `document` after the edits (see Format.edit). */
export function editQtTs(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  if (!isWhole(document)) throw new EditError('not-whole', '')
  if (edits.length === 0) return encodeText(document.text, document.encoding)
  const sheet = openQtSheet(document, model)
  for (const edit of edits) applyEdit(sheet, edit)
  refuseGaps(sheet)
  return encodeText(printXml(sheet.top), document.encoding)
}

function applyEdit(sheet: QtSheet, edit: EntryEdit): void {
  switch (edit.kind) {
    case 'set':
      setText(sheet, slotNamed(sheet, edit.name), edit)
      return
    case 'add':
      addText(sheet, edit)
      return
    case 'remove': {
      const slot = slotOf(sheet, edit.name)
      if (slot === null) return
      removeText(sheet, slot)
      return
    }
    case 'rename':
      slotNamed(sheet, edit.name)
      // The source text is the key: it comes from the program.
      if (edit.path.join('.') !== edit.name) throw new EditError('read-only', edit.name)
  }
}

function slotNamed(sheet: QtSheet, name: string): QtSlot {
  const slot = slotOf(sheet, name)
  if (slot === null || slot.isRemoved) throw new EditError('no-entry', name)
  return slot
}

type NewText = { readonly name: string; readonly text: string; readonly state?: EntryState }

function setText(sheet: QtSheet, slot: QtSlot, { name, text, state }: NewText): void {
  slot.isRemoved = false
  if (slot.text !== text) {
    if (sheet.isSource) throw new EditError('read-only', name)
    const holder = holderOf(sheet, slot)
    setContent(holder, writeText(sheet, { name, text, holder }))
    slot.text = text
  }
  if (state === undefined || sheet.isSource || slot.message.translation === null) return
  const isDraft = state === 'draft'
  if (isDraft === slot.message.isDraft) return
  setDraftAttribute(slot.message.translation, 'type', isDraft ? 'unfinished' : null)
  slot.message.isDraft = isDraft
}

/** The element that a text goes into; where the message has none, all that it needs are made. */
function holderOf(sheet: QtSheet, slot: QtSlot): DraftElement {
  if (slot.holder !== null) return slot.holder
  const { message } = slot
  if (message.translation === null) {
    message.translation = newElement('translation', '', '')
    const previous = childrenOf(message.element).findLast((child) => child.kind === 'element') ?? null
    insertLines(message.element, [message.translation], { previous, next: null }, sheet.layout())
  }
  if (!message.isNumerus) {
    slot.holder = message.translation
    return message.translation
  }
  const others = message.names.map((name) => slotOf(sheet, name)).filter((other) => other !== null)
  const forms = others.map(() => newElement('numerusform', '', ''))
  setContent(message.translation, '')
  if (sheet.hasInlineForms()) message.translation.children = forms
  else insertLines(message.translation, forms, { previous: null, next: null }, sheet.layout())
  for (const [i, other] of others.entries()) other.holder = forms[i] ?? null
  return slot.holder ?? message.translation
}

function addText(sheet: QtSheet, edit: Extract<EntryEdit, { kind: 'add' }>): void {
  const key = messageKeyOf(edit.unit?.path ?? edit.path, edit.source)
  const plural = edit.unit?.plural ?? 'none'
  const unitName = messageName(key)
  const form = edit.unit?.form ?? 'other'
  const name = unitEntryName({ name: unitName, plural, form })
  if (plural !== 'none' && plural !== 'cardinal') throw new EditError('not-representable', name)
  const known = slotOf(sheet, name)
  if (known !== null) {
    setText(sheet, known, { name, text: edit.text, ...(edit.state === undefined ? {} : { state: edit.state }) })
    return
  }
  if (sheet.names().has(unitName)) throw new EditError('place-taken', name)
  const forms = plural === 'none' || sheet.isSource ? null : qtPluralForms(sheet.counts().language, sheet.counts().formCount)
  if (plural === 'cardinal' && (forms === null ? form !== 'other' : !forms.includes(form))) throw new EditError('not-representable', name)
  if (sheet.isSource && key.kind === 'source' && edit.text !== key.source) throw new EditError('not-representable', name)
  const isDraft = edit.state === 'draft' || edit.text === '' || sheet.isSource
  addQtMessage(sheet, { edit, key, name: unitName, entry: name, forms, isNumerus: plural !== 'none', isDraft })
}

/** A message goes when all its texts have gone, and with it those that it hid. */
function removeText(sheet: QtSheet, slot: QtSlot): void {
  const { message, messageName: name } = slot
  slot.isRemoved = true
  sheet.emptied.add(message)
  if (message.names.some((other) => slotOf(sheet, other)?.isRemoved === false)) return
  for (const other of message.names) sheet.slots.set(other, null)
  sheet.emptied.delete(message)
  sheet.names().delete(name)
  for (const { context, element } of [message, ...(sheet.doubles().get(name) ?? [])]) {
    removeLines(context, [element])
    const { parent } = context
    if (parent === null || childrenOf(context).some((child) => child.kind === 'element' && child.name === 'message')) continue
    removeLines(parent, [context])
    for (const [label, other] of sheet.contexts()) if (other === context) sheet.contexts().delete(label)
  }
  sheet.doubles().delete(name)
}

/** Qt counts plural forms by their places: one of several has to stay. */
function refuseGaps(sheet: QtSheet): void {
  for (const { names } of sheet.emptied) {
    const gap = names.find((name) => slotOf(sheet, name)?.isRemoved)
    if (gap !== undefined) throw new EditError('not-representable', gap)
  }
}
