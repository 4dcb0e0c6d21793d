import { encodeText } from '../decode.ts'
import { EditError } from '../edit-error.ts'
import { type Document, type EntryEdit, isWhole, unitEntryName } from '../format.ts'
import { withOwnComments } from '../source/xml-comment.ts'
import { childrenOf, type DraftElement, innerXml, printXml, setContent } from '../source/xml-draft.ts'
import { escapeXmlText } from '../source/xml-habit.ts'
import { removeLines } from '../source/xml-layout.ts'
import { decodeXmlText } from '../source/xml-text.ts'
import { writeXmlValue } from '../source/xml-value.ts'
import { addStringsdictText } from './place-stringsdict.ts'
import type { DraftPair } from './plist-pairs.ts'
import { unitNameOf } from './read-stringsdict.ts'
import {
  openStringsdict,
  type StringsdictSheet,
  type StringsdictSlot,
  type StringsdictSpot,
  slotOf,
  slotsOfKey,
} from './stringsdict-sheet.ts'

/** The bytes of `document` after the edits (see Format.edit). */
export function editStringsdict(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  if (!isWhole(document)) throw new EditError('not-whole', '')
  if (edits.length === 0) return encodeText(document.text, document.encoding)
  const sheet = openStringsdict(document, model)
  for (const [i, edit] of edits.entries()) applyEdit(sheet, edit, edits.slice(i, i + MOST_FORMS))
  return encodeText(printXml(sheet.top), document.encoding)
}

/** Texts that one key may have, as far as a renaming looks ahead for them. */
const MOST_FORMS = 100

function applyEdit(sheet: StringsdictSheet, edit: EntryEdit, ahead: readonly EntryEdit[]): void {
  switch (edit.kind) {
    case 'set':
      setText(sheet, edit.name, edit.text)
      return
    case 'add': {
      const name = nameOf(edit)
      if (slotOf(sheet, name) !== null) setText(sheet, name, edit.text)
      else addStringsdictText(sheet, edit, name)
      return
    }
    case 'remove':
      removeText(sheet, edit.name)
      return
    case 'rename':
      renameKey(sheet, edit, ahead)
  }
}

function nameOf(edit: Extract<EntryEdit, { kind: 'add' | 'rename' }>): string {
  return edit.unit !== undefined && edit.unit.plural !== 'none' ? unitEntryName(edit.unit) : edit.path.join('.')
}

function slotNamed(sheet: StringsdictSheet, name: string): StringsdictSlot {
  const slot = slotOf(sheet, name)
  if (slot === null) throw new EditError('no-entry', name)
  return slot
}

function setText(sheet: StringsdictSheet, name: string, text: string): void {
  const slot = slotNamed(sheet, name)
  if (slot.text === text) return
  const raw = writeXmlValue(slot.pair.value, text, sheet.habit(text))
  if (raw === null) throw new EditError('not-representable', name)
  setContent(slot.pair.value, raw)
  slot.text = text
}

function removeText(sheet: StringsdictSheet, name: string): void {
  const slot = slotOf(sheet, name)
  if (slot === null) return
  sheet.slots.set(name, null)
  for (const place of [slot, ...slot.doubles()]) takeOut(sheet, place)
}

function takeOut(sheet: StringsdictSheet, { key, variable: variableName, pair, dict }: StringsdictSpot): void {
  removePair(dict, pair)
  const place = sheet.keys().get(key)
  if (place === undefined) return
  const variable = variableName === null ? undefined : place.variables.get(variableName)
  if (variableName !== null && variable !== undefined && keyNames(variable.value).every((name) => /^NSString/.test(name))) {
    removePair(place.pair.value, variable)
    place.variables.delete(variableName)
  }
  if (keyNames(place.pair.value).length > 0) return
  removePair(sheet.dict, place.pair)
  sheet.keys().delete(key)
}

/** Takes a pair out, and the pairs of the same key that it hid. */
function removePair(dict: DraftElement, pair: DraftPair): void {
  removeHidden(dict, pair)
  removeBoth(dict, pair)
}

function removeHidden(dict: DraftElement, pair: DraftPair): void {
  const name = keyText(pair.key)
  const elements = childrenOf(dict).filter((child) => child.kind === 'element')
  for (const [i, key] of elements.entries()) {
    const value = elements[i + 1]
    if (key.name !== 'key' || key === pair.key || value === undefined || value.name === 'key') continue
    if (keyText(key) === name) removeBoth(dict, { key, value })
  }
}

function removeBoth(dict: DraftElement, { key, value }: DraftPair): void {
  removeLines(dict, [withOwnComments(dict, key)[0] ?? key, withOwnComments(dict, value).at(-1) ?? value])
}

function keyNames(dict: DraftElement): readonly string[] {
  return childrenOf(dict).flatMap((child) => (child.kind === 'element' && child.name === 'key' ? [keyText(child)] : []))
}

function keyText(key: DraftElement): string {
  return decodeXmlText(innerXml(key))
}

type Renaming = Extract<EntryEdit, { kind: 'rename' }>

/** A key has one name for its format and all its variables: they can only be renamed together. */
function renameKey(sheet: StringsdictSheet, edit: Renaming, ahead: readonly EntryEdit[]): void {
  const name = nameOf(edit)
  if (sheet.renamed.get(edit.name) === name) {
    sheet.renamed.delete(edit.name)
    return
  }
  const slot = slotNamed(sheet, edit.name)
  if (name === edit.name) return
  if (slotOf(sheet, name) !== null) throw new EditError('place-taken', name)
  const others = slotsOfKey(sheet, slot.key)
  const newKey = slot.variable === null ? edit.path.join('.') : keyOfUnit(edit, slot)
  const place = sheet.keys().get(slot.key)
  const raw = escapeXmlText(newKey ?? '', sheet.habit(newKey ?? ''))
  if (newKey === null || place === undefined || raw === null) throw new EditError('not-representable', name)
  if (sheet.keys().has(newKey)) throw new EditError('place-taken', name)
  const moved = others.map(([oldName, other]) => {
    const wanted = newName(newKey, other)
    const isAsked = ahead.some((next) => next.kind === 'rename' && next.name === oldName && nameOf(next) === wanted)
    if (!isAsked) throw new EditError('not-representable', name)
    return { oldName, wanted, other }
  })
  removeHidden(sheet.dict, place.pair)
  setContent(place.pair.key, raw)
  sheet.keys().delete(slot.key)
  sheet.keys().set(newKey, place)
  for (const { oldName, wanted, other } of moved) {
    for (const double of other.doubles()) takeOut(sheet, double)
    sheet.slots.set(oldName, null)
    sheet.slots.set(wanted, { ...other, key: newKey, doubles: () => [] })
    if (oldName !== edit.name) sheet.renamed.set(oldName, wanted)
  }
}

function newName(key: string, { variable, form }: StringsdictSlot): string {
  if (variable === null || form === null) return key
  return `${unitNameOf(key, variable)}\u0000${form}`
}

/** The key of a renamed plural form, if its variable keeps its name. */
function keyOfUnit(edit: Renaming, slot: StringsdictSlot): string | null {
  const ending = `.${slot.variable}`
  const name = edit.unit?.name ?? ''
  return name.endsWith(ending) && name.length > ending.length ? name.slice(0, -ending.length) : null
}
