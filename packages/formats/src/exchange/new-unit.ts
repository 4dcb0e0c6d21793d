import { hashText } from '@dragoman/core'
import type { EntryEdit } from '../format.ts'
import { encodeAttribute } from '../source/value-style.ts'
import { childrenOf, type DraftElement, lastElementOf, newElement } from '../source/xml-draft.ts'
import { insertLines } from '../source/xml-layout.ts'
import { checkId } from './check-id.ts'
import {
  attributeStyle,
  type ExchangeWork,
  locationOf,
  type TextLocation,
  type UnitElement,
} from './exchange-work.ts'
import { isSameLanguage, textName } from './find-texts.ts'
import { rawOf } from './raw-text.ts'

/**
 * Creates a unit with its text and, if the file names its source language, the source text. A name needs an
 * id unless it is the fingerprint of the source text. The element is filled after it is inserted, because its
 * position determines the indentation.
 */
export function newUnit(
  work: ExchangeWork,
  edit: Extract<EntryEdit, { kind: 'add' }>,
  name: string,
): { readonly unit: UnitElement; fill(): TextLocation } {
  const { shape } = work
  const language = work.language()
  const { sourceLanguage } = shape
  const isSource = isSameLanguage(language, sourceLanguage)
  const source =
    sourceLanguage === null || isSource || edit.source === undefined
      ? null
      : { language: sourceLanguage, text: edit.source }
  const hasId = work.dialect.hasXmlIds || hashText(source?.text ?? edit.text) !== name
  if (hasId) checkId(work.dialect, name)
  const element = newElement(
    shape.unit,
    hasId ? ` ${shape.id}="${encodeAttribute(name, attributeStyle(work))}"` : '',
    '',
  )
  const unit: UnitElement = { name, hasId, element }
  return {
    unit,
    fill() {
      const comment = (edit.comment ?? '').trim()
      if (comment !== '')
        append(work, element, newElement('note', '', rawOf(work, { name, text: comment, old: null })))
      if (source !== null) newItem(work, { name, unit, ...source })
      return newItem(work, { name, unit, text: edit.text, language })
    },
  }
}

type NewText = {
  readonly name: string
  readonly unit: UnitElement
  readonly text: string
  readonly language: string
}

/**
 * Adds a text to a unit: next to its texts in the same language, otherwise after the other languages as the
 * first text of its language.
 */
export function newItem(work: ExchangeWork, { name, unit, text, language }: NewText): TextLocation {
  const { shape } = work
  const raw = rawOf(work, { name, text, old: null })
  const beside = isSameLanguage(language, work.language()) ? lastLocationOf(work, unit)?.holder : undefined
  const holder =
    beside ??
    newElement(
      shape.holder,
      ` ${work.languageName()}="${encodeAttribute(language, attributeStyle(work))}"`,
      '',
    )
  if (beside === undefined) append(work, unit.element, holder)
  const item = shape.item === null ? holder : newElement(shape.item, '', '')
  if (item !== holder) append(work, holder, item)
  const value = newElement(shape.value, '', raw)
  const group = shape.item === 'ntig' ? newElement('termGrp', '', '') : item
  if (group !== item) append(work, item, group)
  append(work, group, value)
  return { unit, holder, item, value, text }
}

function lastLocationOf(work: ExchangeWork, { name }: UnitElement): TextLocation | null {
  let last = locationOf(work, name)
  for (let i = 2; ; i++) {
    const next = locationOf(work, textName(name, i))
    if (next === null) return last
    last = next
  }
}

/** Appends an element, on its own line unless the file has all similar ones on one line. */
function append(work: ExchangeWork, parent: DraftElement, child: DraftElement): void {
  const { shape } = work
  const last = lastElementOf(parent)
  if (last === null && (parent.name === shape.unit ? work.isFlat().unit : work.isFlat().holder)) {
    child.parent = parent
    childrenOf(parent).push(child)
  } else insertLines(parent, [child], { previous: last, next: null }, work.layout())
}
