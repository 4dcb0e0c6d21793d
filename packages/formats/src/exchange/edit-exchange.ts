import { isKeyName } from '@dragoman/core'
import { encodeText } from '../decode.ts'
import { EditError } from '../edit-error.ts'
import { type Document, type EntryEdit, isWhole } from '../format.ts'
import { spellingsOf } from '../source/language-tag.ts'
import { demandTexts } from '../source/texts-proof.ts'
import { childrenOf, type DraftElement, draftOf, draftXml, printXml, setContent, setDraftAttribute } from '../source/xml-draft.ts'
import { insertLines, removeLines, xmlLayoutOf } from '../source/xml-layout.ts'
import { findAttribute, type XmlElement } from '../source/xml-tree.ts'
import { habitsOf } from '../xliff/value-style.ts'
import { checkId, writeId } from './check-id.ts'
import type { ExchangeDialect } from './exchange-shape.ts'
import type { ExchangeWork, Slot, UnitSlot } from './exchange-work.ts'
import { type ExchangeUnit, languagesOf } from './find-texts.ts'
import { newItem, newUnit } from './new-unit.ts'
import { rawOf } from './raw-text.ts'
import { isSameLanguage, openExchange, readExchange, usualLanguage } from './read-exchange.ts'

/** The bytes of a document after the edits (see Format.edit). */
export function editExchange(document: Document, edits: readonly EntryEdit[], dialect: ExchangeDialect): Uint8Array {
  if (!isWhole(document)) throw new EditError('not-whole', '')
  if (edits.length === 0) return encodeText(document.text, document.encoding)
  const work = openWork(document, dialect)
  for (const edit of edits) applyEdit(work, edit)
  const text = printXml(work.top)
  const written = encodeText(text, document.encoding)
  // Units without ids are named by their texts and their order: what would give others new names is found here.
  if (text !== document.text) demandTexts(readExchange(written, dialect, document.view), work.expected, edits)
  return written
}

function openWork(document: Document, dialect: ExchangeDialect): ExchangeWork {
  const { text, encoding, view, entries } = document
  const { sheet } = openExchange(text, dialect)
  if (sheet === null) throw new EditError('not-whole', '')
  const { tree, shape, units } = sheet
  const top = draftXml(tree.table)
  const draft = (element: XmlElement) => draftOf(top, element)
  const asked = view?.language ?? usualLanguage(sheet) ?? ''
  const spelled = languagesOf(units)
  const language = spellingsOf(spelled, asked)[0] ?? asked
  const slots = new Map<string, Slot>()
  const unitSlots = new Map<string, UnitSlot>()
  for (const unit of units) {
    const slot: UnitSlot = { name: unit.name, hasId: unit.hasId, element: draft(unit.element) }
    unitSlots.set(unit.name, slot)
    for (const found of unit.texts) {
      if (!isSameLanguage(found.language, language) || found.text === null) continue
      slots.set(found.name, { unit: slot, holder: draft(found.holder), item: draft(found.item), value: draft(found.value) })
    }
  }
  const body = draft(shape.body)
  return {
    dialect,
    shape,
    top,
    body,
    layout: xmlLayoutOf(tree.root ?? shape.body, { eol: '\n', indent: '  ' }),
    habits: habitsOf(text, encoding.charset),
    language,
    isFlat: flatness(text, units),
    languageName: usesOldAttribute(units) ? 'lang' : 'xml:lang',
    units: unitSlots,
    slots,
    expected: new Map([...entries.values()].map((entry) => [entry.name, entry.text])),
  }
}

function flatness(text: string, units: readonly ExchangeUnit[]): ExchangeWork['isFlat'] {
  const unit = units.find(({ texts }) => texts.length > 0)
  const holder = unit?.texts[0]?.holder
  const isOnLine = (element: XmlElement | undefined) =>
    element !== undefined && !/[\r\n]/.test(text.slice(element.openEnd, element.closeStart))
  return { unit: isOnLine(unit?.element), holder: isOnLine(holder) }
}

function usesOldAttribute(units: readonly ExchangeUnit[]): boolean {
  const first = units.find((unit) => unit.texts.length > 0)?.texts[0]?.holder
  return first !== undefined && findAttribute(first, 'xml:lang') === null
}

function applyEdit(work: ExchangeWork, edit: EntryEdit): void {
  switch (edit.kind) {
    case 'set':
      setText(work, edit.name, edit.text)
      return
    case 'add':
      addText(work, edit)
      return
    case 'remove':
      removeText(work, edit.name)
      return
    case 'rename':
      renameUnit(work, edit)
  }
}

function slotOf({ slots, expected }: ExchangeWork, name: string): Slot {
  const slot = expected.has(name) ? slots.get(name) : undefined
  if (slot === undefined) throw new EditError('no-entry', name)
  return slot
}

function setText(work: ExchangeWork, name: string, text: string): void {
  const slot = slotOf(work, name)
  if (work.expected.get(name) === text) return
  // The name of a unit without an id is made of its source text.
  if (!slot.unit.hasId && isSameLanguage(work.language, work.shape.sourceLanguage)) throw new EditError('read-only', name)
  setContent(slot.value, rawOf(work, { name, text, old: slot.value }))
  work.expected.set(name, text)
}

function addText(work: ExchangeWork, edit: Extract<EntryEdit, { kind: 'add' }>): void {
  const name = edit.path.join('.')
  if (edit.unit !== undefined && edit.unit.plural !== 'none') throw new EditError('not-representable', name)
  if (!isKeyName(name)) throw new EditError('unusable-path', name)
  if (work.expected.has(name)) {
    setText(work, name, edit.text)
    return
  }
  const unit = work.units.get(name) ?? work.units.get(/^(.*)#\d+$/.exec(name)?.[1] ?? '')
  if (unit === undefined) {
    const made = newUnit(work, edit, name)
    insertLines(work.body, [made.unit.element], placeFor(work, edit.after), work.layout)
    work.units.set(name, made.unit)
    work.slots.set(name, made.fill())
  } else work.slots.set(name, newItem(work, { name, unit, text: edit.text, language: work.language }))
  work.expected.set(name, edit.text)
}

function placeFor({ body, units, slots, shape }: ExchangeWork, after: readonly string[]) {
  for (const name of after) {
    const unit = units.get(name) ?? slots.get(name)?.unit
    if (unit !== undefined) return { previous: unit.element, next: null }
  }
  const first = childrenOf(body).find((child): child is DraftElement => child.kind === 'element' && child.name === shape.unit) ?? null
  return { previous: null, next: first }
}

function removeText(work: ExchangeWork, name: string): void {
  if (!work.expected.has(name)) return
  const { unit, holder, item } = slotOf(work, name)
  const { shape, body } = work
  const isHolderEmpty = shape.item === null || (item.parent === holder && itemCount(holder) === 1)
  const gone = isHolderEmpty ? holder : item
  const isUnitEmpty =
    isHolderEmpty && childrenOf(unit.element).filter((child) => child.kind === 'element' && child.name === shape.holder).length === 1
  if (isUnitEmpty) {
    removeLines(body, [unit.element])
    work.units.delete(unit.name)
  } else removeLines(isHolderEmpty ? unit.element : holder, [gone])
  work.slots.delete(name)
  work.expected.delete(name)
}

function itemCount(holder: DraftElement): number {
  return childrenOf(holder).filter((child) => child.kind === 'element' && ['termSec', 'tig', 'ntig'].includes(child.name)).length
}

function renameUnit(work: ExchangeWork, edit: Extract<EntryEdit, { kind: 'rename' }>): void {
  const { name } = edit
  const slot = slotOf(work, name)
  const { unit } = slot
  const newName = edit.path.join('.')
  if (edit.unit !== undefined && edit.unit.plural !== 'none') throw new EditError('not-representable', newName)
  if (newName === name) return
  // Further texts in the language have names made of the unit's: they would get other ones unasked.
  const hasMore = unit.name !== name || work.slots.has(`${name}#2`)
  if (hasMore) throw new EditError('not-representable', newName)
  checkId(work.dialect, newName)
  if (work.units.has(newName) || work.expected.has(newName)) throw new EditError('place-taken', newName)
  setDraftAttribute(unit.element, work.shape.id, writeId(newName, work.habits.charset))
  const renamed: UnitSlot = { name: newName, hasId: true, element: unit.element }
  const text = work.expected.get(name) ?? ''
  work.units.delete(name)
  work.units.set(newName, renamed)
  work.slots.delete(name)
  work.slots.set(newName, { ...slot, unit: renamed })
  work.expected.delete(name)
  work.expected.set(newName, text)
}
