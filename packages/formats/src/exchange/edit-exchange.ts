import { isPlainKeyName } from '@dragoman/core'
import { encodeText } from '../bytes/decode.ts'
import { type AddEdit, applyEdits, type EditTarget } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { nameWithoutForm } from '../edit/edit-names.ts'
import { requireTexts } from '../edit/verify-output.ts'
import type { Document, EntryEdit } from '../format.ts'
import { encodeAttribute } from '../source/value-style.ts'
import {
  type DraftElement,
  elementsOf,
  firstElementOf,
  printXml,
  setContent,
  setDraftAttribute,
} from '../source/xml-draft.ts'
import { insertLines, removeLines } from '../source/xml-layout.ts'
import { checkId } from './check-id.ts'
import type { ExchangeDialect } from './exchange-shape.ts'
import {
  attributeStyle,
  type ExchangeWork,
  locationOf,
  openWork,
  type TextLocation,
  textsAfter,
  type UnitElement,
} from './exchange-work.ts'
import { isItem, isSameLanguage, textName } from './find-texts.ts'
import { newItem, newUnit } from './new-unit.ts'
import { rawOf } from './raw-text.ts'
import { readExchange } from './read-exchange.ts'

/** Returns the bytes of a document after the edits (see Format.edit). */
export function editExchange(
  document: Document,
  edits: readonly EntryEdit[],
  dialect: ExchangeDialect,
): Uint8Array {
  const work = openWork(document, dialect)
  applyEdits(targetOf(work), edits)
  const written = encodeText(printXml(work.top), document.encoding)
  // Units without ids are named by their texts and their order, so an edit that would rename others is
  // detected here.
  if (work.needsVerification)
    requireTexts(readExchange(written, dialect, document.view), textsAfter(work), edits)
  return written
}

function targetOf(work: ExchangeWork): EditTarget<TextLocation> {
  return {
    nameOf: nameWithoutForm,
    find: (name) => locationOf(work, name),
    setText: (location, { text }, name) => setText(work, location, { name, text }),
    insert: (edit, name) => addText(work, edit, name),
    remove: (location, name) => removeText(work, location, name),
    rename: (location, { name }, newName) => renameUnit(work, location, { name, newName }),
  }
}

function setText(
  work: ExchangeWork,
  location: TextLocation,
  { name, text }: { readonly name: string; readonly text: string },
): void {
  if (location.text === text) return
  // The name of a unit without an id is derived from its source text.
  if (!location.unit.hasId && isSameLanguage(work.language(), work.shape.sourceLanguage))
    throw new EditError('read-only', name)
  setContent(location.value, rawOf(work, { name, text, old: location.value }))
  location.text = text
  if (!location.unit.hasId) work.needsVerification = true
}

function addText(work: ExchangeWork, edit: AddEdit, name: string): void {
  if (!isPlainKeyName(name)) throw new EditError('unusable-path', name)
  work.needsVerification = true
  const unit = work.units().get(name) ?? work.units().get(/^(.*)#\d+$/.exec(name)?.[1] ?? '')
  if (unit === undefined) {
    const made = newUnit(work, edit, name)
    insertLines(work.body, [made.unit.element], placeFor(work, edit.after), work.layout())
    work.units().set(name, made.unit)
    work.locations.set(name, made.fill())
  } else work.locations.set(name, newItem(work, { name, unit, text: edit.text, language: work.language() }))
}

function placeFor(work: ExchangeWork, after: readonly string[]) {
  const { body, shape } = work
  for (const name of after) {
    const unit = work.units().get(name) ?? locationOf(work, name)?.unit
    if (unit !== undefined) return { previous: unit.element, next: null }
  }
  return { previous: null, next: firstElementOf(body, shape.unit) }
}

function removeText(work: ExchangeWork, location: TextLocation, name: string): void {
  work.needsVerification = true
  const { unit, holder, item } = location
  const { shape, body } = work
  const isHolderEmpty = shape.item === null || (item.parent === holder && itemCount(holder) === 1)
  const gone = isHolderEmpty ? holder : item
  const isUnitEmpty = isHolderEmpty && elementsOf(unit.element, shape.holder).length === 1
  if (isUnitEmpty) {
    removeLines(body, [unit.element])
    work.units().delete(unit.name)
  } else removeLines(isHolderEmpty ? unit.element : holder, [gone])
  work.locations.set(name, null)
}

function itemCount(holder: DraftElement): number {
  return elementsOf(holder).filter(({ name }) => isItem(name)).length
}

function renameUnit(
  work: ExchangeWork,
  location: TextLocation,
  { name, newName }: { readonly name: string; readonly newName: string },
): undefined {
  const { unit } = location
  // Further texts in the language have names derived from the unit's, and would be renamed without a request.
  const hasMore = unit.name !== name || locationOf(work, textName(name, 2)) !== null
  if (hasMore) throw new EditError('not-representable', newName)
  checkId(work.dialect, newName)
  if (work.units().has(newName)) throw new EditError('place-taken', newName)
  setDraftAttribute(unit.element, work.shape.id, encodeAttribute(newName, attributeStyle(work)))
  const renamed: UnitElement = { name: newName, hasId: true, element: unit.element }
  work.units().delete(name)
  work.units().set(newName, renamed)
  work.locations.set(name, null)
  work.locations.set(newName, { ...location, unit: renamed })
  work.needsVerification = true
}
