import { encodeText } from '../bytes/decode.ts'
import { type AddEdit, applyEdits, type EditTarget, type RenameEdit } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { type Document, type EntryEdit, unitEntryName } from '../format.ts'
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

/** Returns the bytes of `document` after the edits (see Format.edit). */
export function editStringsdict(
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  const session = openStringsdict(document, model)
  applyEdits(targetOf(session), edits)
  return encodeText(printXml(session.top), document.encoding)
}

function targetOf(session: StringsdictSession): EditTarget<StringsdictSlot> {
  return {
    nameOf,
    find: (name) => slotOf(session, name),
    setText(slot, { text }, name) {
      if (slot.text === text) return
      const raw = writeXmlValue(slot.pair.value, text, session.style(text))
      if (raw === null) throw new EditError('not-representable', name)
      setContent(slot.pair.value, raw)
      slot.text = text
    },
    insert: (edit, name) => addStringsdictText(session, edit, name),
    remove(slot, name) {
      session.slots.set(name, null)
      for (const place of [slot, ...slot.doubles()]) takeOut(session, place)
    },
    rename: (slot, edit, newName) => renameKey(session, slot, { edit, newName }),
  }
}

function nameOf(edit: AddEdit | RenameEdit): string {
  return edit.unit !== undefined && edit.unit.plural !== 'none'
    ? unitEntryName(edit.unit)
    : edit.path.join('.')
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

/** Removes a pair, and the pairs of the same key that it hides. */
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

/**
 * Renames a key. It has one name for its format and all its variables, so they can only be renamed together.
 */
function renameKey(
  session: StringsdictSession,
  slot: StringsdictSlot,
  { edit, newName }: { readonly edit: RenameEdit; readonly newName: string },
): Map<string, string> {
  const newKey = slot.variable === null ? edit.path.join('.') : keyOfUnit(edit, slot)
  const place = session.keys().get(slot.key)
  const raw = escapeXmlText(newKey ?? '', session.style(newKey ?? ''))
  if (newKey === null || place === undefined || raw === null)
    throw new EditError('not-representable', newName)
  if (session.keys().has(newKey)) throw new EditError('place-taken', newName)
  if (nameBelow(newKey, slot) !== newName) throw new EditError('not-representable', newName)
  const moved = slotsOfKey(session, slot.key)
  removeHidden(session.dict, place.pair)
  setContent(place.pair.key, raw)
  session.keys().delete(slot.key)
  session.keys().set(newKey, place)
  const others = new Map<string, string>()
  for (const [oldName, other] of moved) {
    for (const double of other.doubles()) takeOut(session, double)
    const name = nameBelow(newKey, other)
    session.slots.set(oldName, null)
    session.slots.set(name, { ...other, key: newKey, doubles: () => [] })
    if (oldName !== edit.name) others.set(oldName, name)
  }
  return others
}

function nameBelow(key: string, { variable, form }: StringsdictSlot): string {
  if (variable === null || form === null) return key
  return `${unitNameOf(key, variable)}\u0000${form}`
}

/** Returns the key of a renamed plural form, if its variable keeps its name. */
function keyOfUnit(edit: RenameEdit, slot: StringsdictSlot): string | null {
  const ending = `.${slot.variable}`
  const name = edit.unit?.name ?? ''
  return name.endsWith(ending) && name.length > ending.length ? name.slice(0, -ending.length) : null
}
