import { encodeText } from '../decode.ts'
import { EditError } from '../edit-error.ts'
import { type Document, type EntryEdit, isWhole, unitEntryName } from '../format.ts'
import { withOwnComments } from '../source/xml-comment.ts'
import { childrenOf, type DraftElement, innerXml, printXml, setContent } from '../source/xml-draft.ts'
import { removeLines } from '../source/xml-layout.ts'
import { escapeXmlText } from '../source/xml-style.ts'
import { decodeXmlText } from '../source/xml-text.ts'
import { writeXmlValue } from '../source/xml-value.ts'
import { addStringsdictText } from './place-stringsdict.ts'
import type { DraftPair } from './plist-pairs.ts'
import { unitNameOf } from './read-stringsdict.ts'
import {
  openStringsdict,
  type StringsdictLocation,
  type StringsdictSession,
  type StringsdictSlot,
  slotOf,
  slotsOfKey,
} from './stringsdict-session.ts'

/** The bytes of `document` after the edits (see Format.edit). */
export function editStringsdict(
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  if (!isWhole(document)) throw new EditError('not-whole', '')
  if (edits.length === 0) return encodeText(document.text, document.encoding)
  const session = openStringsdict(document, model)
  for (const [i, edit] of edits.entries()) applyEdit(session, edit, edits.slice(i, i + MOST_FORMS))
  return encodeText(printXml(session.top), document.encoding)
}

/** Texts that one key may have, as far as a renaming looks ahead for them. */
const MOST_FORMS = 100

function applyEdit(session: StringsdictSession, edit: EntryEdit, ahead: readonly EntryEdit[]): void {
  switch (edit.kind) {
    case 'set':
      setText(session, edit.name, edit.text)
      return
    case 'add': {
      const name = nameOf(edit)
      if (slotOf(session, name) !== null) setText(session, name, edit.text)
      else addStringsdictText(session, edit, name)
      return
    }
    case 'remove':
      removeText(session, edit.name)
      return
    case 'rename':
      renameKey(session, edit, ahead)
  }
}

function nameOf(edit: Extract<EntryEdit, { kind: 'add' | 'rename' }>): string {
  return edit.unit !== undefined && edit.unit.plural !== 'none'
    ? unitEntryName(edit.unit)
    : edit.path.join('.')
}

function slotNamed(session: StringsdictSession, name: string): StringsdictSlot {
  const slot = slotOf(session, name)
  if (slot === null) throw new EditError('no-entry', name)
  return slot
}

function setText(session: StringsdictSession, name: string, text: string): void {
  const slot = slotNamed(session, name)
  if (slot.text === text) return
  const raw = writeXmlValue(slot.pair.value, text, session.style(text))
  if (raw === null) throw new EditError('not-representable', name)
  setContent(slot.pair.value, raw)
  slot.text = text
}

function removeText(session: StringsdictSession, name: string): void {
  const slot = slotOf(session, name)
  if (slot === null) return
  session.slots.set(name, null)
  for (const place of [slot, ...slot.doubles()]) takeOut(session, place)
}

function takeOut(
  session: StringsdictSession,
  { key, variable: variableName, pair, dict }: StringsdictLocation,
): void {
  removePair(dict, pair)
  const place = session.keys().get(key)
  if (place === undefined) return
  const variable = variableName === null ? undefined : place.variables.get(variableName)
  if (
    variableName !== null &&
    variable !== undefined &&
    keyNames(variable.value).every((name) => /^NSString/.test(name))
  ) {
    removePair(place.pair.value, variable)
    place.variables.delete(variableName)
  }
  if (keyNames(place.pair.value).length > 0) return
  removePair(session.dict, place.pair)
  session.keys().delete(key)
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
  return childrenOf(dict).flatMap((child) =>
    child.kind === 'element' && child.name === 'key' ? [keyText(child)] : [],
  )
}

function keyText(key: DraftElement): string {
  return decodeXmlText(innerXml(key))
}

type Renaming = Extract<EntryEdit, { kind: 'rename' }>

/** A key has one name for its format and all its variables: they can only be renamed together. */
function renameKey(session: StringsdictSession, edit: Renaming, ahead: readonly EntryEdit[]): void {
  const name = nameOf(edit)
  if (session.renamed.get(edit.name) === name) {
    session.renamed.delete(edit.name)
    return
  }
  const slot = slotNamed(session, edit.name)
  if (name === edit.name) return
  if (slotOf(session, name) !== null) throw new EditError('place-taken', name)
  const others = slotsOfKey(session, slot.key)
  const newKey = slot.variable === null ? edit.path.join('.') : keyOfUnit(edit, slot)
  const place = session.keys().get(slot.key)
  const raw = escapeXmlText(newKey ?? '', session.style(newKey ?? ''))
  if (newKey === null || place === undefined || raw === null) throw new EditError('not-representable', name)
  if (session.keys().has(newKey)) throw new EditError('place-taken', name)
  const moved = others.map(([oldName, other]) => {
    const wanted = newName(newKey, other)
    const isAsked = ahead.some(
      (next) => next.kind === 'rename' && next.name === oldName && nameOf(next) === wanted,
    )
    if (!isAsked) throw new EditError('not-representable', name)
    return { oldName, wanted, other }
  })
  removeHidden(session.dict, place.pair)
  setContent(place.pair.key, raw)
  session.keys().delete(slot.key)
  session.keys().set(newKey, place)
  for (const { oldName, wanted, other } of moved) {
    for (const double of other.doubles()) takeOut(session, double)
    session.slots.set(oldName, null)
    session.slots.set(wanted, { ...other, key: newKey, doubles: () => [] })
    if (oldName !== edit.name) session.renamed.set(oldName, wanted)
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
