import { encodeText } from '../bytes/decode.ts'
import { applyEdits, type EditTarget, type RenameEdit } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { formName } from '../edit/edit-names.ts'
import type { Document, EntryEdit } from '../format.ts'
import { startOf, withOwnComments } from '../source/xml-comment.ts'
import { type DraftElement, elementsOf, innerXml, printXml, setContent } from '../source/xml-draft.ts'
import { removeLines } from '../source/xml-layout.ts'
import { escapeXmlText } from '../source/xml-style.ts'
import { decodeXmlText } from '../source/xml-text.ts'
import { writeXmlValue } from '../source/xml-value.ts'
import { addStringsdictText } from './add-stringsdict-text.ts'
import type { DraftPair } from './plist-pairs.ts'
import { unitNameOf } from './read-stringsdict.ts'
import {
  locationOf,
  locationsOfKey,
  openStringsdict,
  type StringsdictLocation,
  type StringsdictPosition,
  type StringsdictSession,
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

function targetOf(session: StringsdictSession): EditTarget<StringsdictLocation> {
  return {
    nameOf: formName,
    find: (name) => locationOf(session, name),
    setText(location, { text }, name) {
      if (location.text === text) return
      const raw = writeXmlValue(location.pair.value, text, session.style(text))
      if (raw === null) throw new EditError('not-representable', name)
      setContent(location.pair.value, raw)
      location.text = text
    },
    insert: (edit, name) => addStringsdictText(session, edit, name),
    remove(location, name) {
      const { key, variable } = location
      if (variable === null && (session.keys().get(key)?.variables.size ?? 0) > 0) {
        // Apple's programs refuse a key with variables and no format.
        session.ownFormats.add(key)
        return
      }
      session.locations.set(name, null)
      for (const place of [location, ...location.doubles()]) removeNode(session, place)
    },
    rename: (location, edit, newName) => renameKey(session, location, { edit, newName }),
  }
}

function removeNode(
  session: StringsdictSession,
  { key, variable: variableName, pair, dict }: StringsdictPosition,
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
  const elements = elementsOf(dict)
  for (const [i, key] of elements.entries()) {
    const value = elements[i + 1]
    if (key.name !== 'key' || key === pair.key || value === undefined || value.name === 'key') continue
    if (keyText(key) === name) removeBoth(dict, { key, value })
  }
}

function removeBoth(dict: DraftElement, { key, value }: DraftPair): void {
  removeLines(dict, [startOf(dict, key), withOwnComments(dict, value).at(-1) ?? value])
}

function keyNames(dict: DraftElement): readonly string[] {
  return elementsOf(dict, 'key').map(keyText)
}

function keyText(key: DraftElement): string {
  return decodeXmlText(innerXml(key))
}

/**
 * Renames a key. It has one name for its format and all its variables, so they can only be renamed together.
 */
function renameKey(
  session: StringsdictSession,
  location: StringsdictLocation,
  { edit, newName }: { readonly edit: RenameEdit; readonly newName: string },
): Map<string, string> {
  const newKey = location.variable === null ? edit.path.join('.') : keyOfUnit(edit, location)
  const place = session.keys().get(location.key)
  const raw = escapeXmlText(newKey ?? '', session.style(newKey ?? ''))
  if (newKey === null || place === undefined || raw === null)
    throw new EditError('not-representable', newName)
  if (session.keys().has(newKey)) throw new EditError('place-taken', newName)
  if (nameBelow(newKey, location) !== newName) throw new EditError('not-representable', newName)
  const moved = locationsOfKey(session, location.key)
  removeHidden(session.dict, place.pair)
  setContent(place.pair.key, raw)
  session.keys().delete(location.key)
  session.keys().set(newKey, place)
  const others = new Map<string, string>()
  for (const [oldName, other] of moved) {
    for (const double of other.doubles()) removeNode(session, double)
    const name = nameBelow(newKey, other)
    session.locations.set(oldName, null)
    session.locations.set(name, { ...other, key: newKey, doubles: () => [] })
    if (oldName !== edit.name) others.set(oldName, name)
  }
  return others
}

function nameBelow(key: string, { variable, form }: StringsdictLocation): string {
  if (variable === null || form === null) return key
  return `${unitNameOf(key, variable)}\u0000${form}`
}

/** Returns the key of a renamed plural form, if its variable keeps its name. */
function keyOfUnit(edit: RenameEdit, location: StringsdictLocation): string | null {
  const ending = `.${location.variable}`
  const name = edit.unit?.name ?? ''
  return name.endsWith(ending) && name.length > ending.length ? name.slice(0, -ending.length) : null
}
