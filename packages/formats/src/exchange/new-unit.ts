import { hashText } from '@dragoman/core'
import type { EntryEdit } from '../format.ts'
import { childrenOf, type DraftElement, newElement } from '../source/xml-draft.ts'
import { insertLines } from '../source/xml-layout.ts'
import { encodeAttribute } from '../xliff/value-style.ts'
import { checkId, writeId } from './check-id.ts'
import type { ExchangeWork, Slot, UnitSlot } from './exchange-work.ts'
import { rawOf } from './raw-text.ts'
import { isSameLanguage } from './read-exchange.ts'

/**
 * A new unit with its text and, where the file names its source language, the source text. Only a name that is the fingerprint of the
 * source text needs no id. Nothing is put into the element before it has its place, which says how far it is indented.
 */
export function newUnit(
  work: ExchangeWork,
  edit: Extract<EntryEdit, { kind: 'add' }>,
  name: string,
): { readonly unit: UnitSlot; fill(): Slot } {
  const { shape, language } = work
  const { sourceLanguage } = shape
  const isSource = isSameLanguage(language, sourceLanguage)
  const source = sourceLanguage === null || isSource || edit.source === undefined ? null : { language: sourceLanguage, text: edit.source }
  const hasId = work.dialect.hasXmlIds || hashText(source?.text ?? edit.text) !== name
  if (hasId) checkId(work.dialect, name)
  const element = newElement(shape.unit, hasId ? ` ${shape.id}="${writeId(name, work.habits.charset)}"` : '', '')
  const unit: UnitSlot = { name, hasId, element }
  return {
    unit,
    fill() {
      const comment = (edit.comment ?? '').trim()
      if (comment !== '') append(work, element, newElement('note', '', rawOf(work, { name, text: comment, old: null })))
      if (source !== null) newItem(work, { name, unit, ...source })
      return newItem(work, { name, unit, text: edit.text, language })
    },
  }
}

type NewText = { readonly name: string; readonly unit: UnitSlot; readonly text: string; readonly language: string }

/** Puts a text into a unit: beside those that it has in the language, else as its first one, behind the other languages. */
export function newItem(work: ExchangeWork, { name, unit, text, language }: NewText): Slot {
  const { shape, languageName, slots } = work
  const raw = rawOf(work, { name, text, old: null })
  const beside = isSameLanguage(language, work.language) ? lastSlotOf(slots, unit)?.holder : undefined
  const holder = beside ?? newElement(shape.holder, ` ${languageName}="${encodeAttribute(language, '"')}"`, '')
  if (beside === undefined) append(work, unit.element, holder)
  const item = shape.item === null ? holder : newElement(shape.item, '', '')
  if (item !== holder) append(work, holder, item)
  const value = newElement(shape.value, '', raw)
  const group = shape.item === 'ntig' ? newElement('termGrp', '', '') : item
  if (group !== item) append(work, item, group)
  append(work, group, value)
  return { unit, holder, item, value }
}

function lastSlotOf(slots: ReadonlyMap<string, Slot>, { name }: UnitSlot): Slot | undefined {
  let last = slots.get(name)
  for (let i = 2; slots.has(`${name}#${i}`); i++) last = slots.get(`${name}#${i}`)
  return last
}

/** Puts an element last, on a line of its own unless the file has all of its like on one. */
function append(work: ExchangeWork, parent: DraftElement, child: DraftElement): void {
  const { shape, isFlat } = work
  const last = childrenOf(parent).findLast((each): each is DraftElement => each.kind === 'element') ?? null
  if (last === null && (parent.name === shape.unit ? isFlat.unit : isFlat.holder)) {
    child.parent = parent
    childrenOf(parent).push(child)
  } else insertLines(parent, [child], { previous: last, next: null }, work.layout)
}
