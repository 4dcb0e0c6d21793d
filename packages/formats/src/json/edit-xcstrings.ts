import { encodeText } from '../decode.ts'
import { EditError } from '../edit-error.ts'
import { type Document, type EntryEdit, type EntryState, isWhole } from '../format.ts'
import { leaf, printDraft } from '../source/json-draft.ts'
import { requoteJson } from '../source/json-string.ts'
import { insertMember, memberOf, newMember, newObject, newText, objectOf } from './draft-member.ts'
import { xcstringsLayout } from './empty-xcstrings.ts'
import { wellFormed } from './read-json.ts'
import { renameKey } from './rename-xcstrings-key.ts'
import { spliceTexts } from './splice-texts.ts'
import { isUntranslatable, setState, writeText } from './write-xcstrings-text.ts'
import { type Route, routeFor } from './xcstrings-route.ts'
import {
  compareKeys,
  dropKey,
  entryName,
  entryOf,
  hasUnit,
  holderOf,
  localizationOf,
  openXcstrings,
  pickLanguage,
  prune,
  type XcstringsSheet,
} from './xcstrings-sheet.ts'

/** The bytes of a string catalog after the edits (see Format.edit). */
export function editXcstrings(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  if (!isWhole(document)) throw new EditError('not-whole', '')
  if (edits.length === 0) return encodeText(document.text, document.encoding)
  return encodeText(spliceTexts(document, edits) ?? applyEdits(document, edits, model), document.encoding)
}

function applyEdits(document: Document, edits: readonly EntryEdit[], model: Document | null): string {
  const sheet = openXcstrings(document, xcstringsLayout(model))
  for (const edit of edits) applyEdit(sheet, edit)
  // The rest of a key was renamed with one text of it, and nobody has asked for that.
  for (const newName of sheet.followers.values()) if (sheet.routes.has(newName)) throw new EditError('not-representable', newName)
  const kept = new Set([...sheet.routes.values()].map((route) => route.key))
  for (const key of sheet.bereft) if (!kept.has(key)) dropKey(sheet, key)
  return printDraft(sheet.draft)
}

function applyEdit(sheet: XcstringsSheet, edit: EntryEdit): void {
  switch (edit.kind) {
    case 'set': {
      const route = sheet.routes.get(edit.name)
      if (route === undefined) throw new EditError('no-entry', edit.name)
      setText(sheet, route, edit)
      return
    }
    case 'add':
      addEntry(sheet, edit)
      return
    case 'remove':
      removeEntry(sheet, edit.name)
      return
    case 'rename':
      renameKey(sheet, edit)
  }
}

function setText(sheet: XcstringsSheet, route: Route, { text, state }: { readonly text: string; readonly state?: EntryState }): void {
  const holder = holderOf(sheet, route)
  const unit = holder === null ? null : objectOf(memberOf(holder, 'stringUnit'))
  const value = unit === null ? null : memberOf(unit, 'value')
  if (unit === null || value === null || value.value.kind !== 'leaf' || value.value.text === null) {
    // The key is the source text: only another text, or a state, has to be written down.
    if (text !== route.key || state !== undefined) writeText(sheet, route, { text, ...(state === undefined ? {} : { state }) })
    return
  }
  if (wellFormed(value.value.text) !== text) value.value = leaf(requoteJson(value.value.raw, text, sheet.layout.escapes), text)
  if (state !== undefined) setState(sheet, unit, state)
}

function addEntry(sheet: XcstringsSheet, edit: Extract<EntryEdit, { kind: 'add' }>): void {
  const route = routeFor(edit.unit?.path ?? edit.path, edit.unit)
  if (route === null) throw new EditError('not-representable', edit.path.join('.'))
  const name = entryName(route)
  const existing = sheet.routes.get(name)
  if (existing !== undefined) {
    setText(sheet, existing, edit)
    return
  }
  if (!sheet.keys.has(route.key)) addKey(sheet, route.key, edit)
  if (!isPlainSource(sheet, route) || edit.text !== route.key || edit.state !== undefined) writeText(sheet, route, edit)
  const plain: Route = { key: route.key, steps: [], form: null }
  // What the key was as its own source text, its forms are now.
  if (sheet.isSource && !hasUnit(holderOf(sheet, plain))) sheet.routes.delete(entryName(plain))
  sheet.routes.set(name, route)
}

/** Whether the key itself can stand for the text. */
function isPlainSource(sheet: XcstringsSheet, route: Route): boolean {
  if (!sheet.isSource || route.steps.length > 0 || route.form !== null || localizationOf(sheet, route.key) !== null) return false
  const entry = entryOf(sheet, route.key)
  return entry !== null && !isUntranslatable(entry)
}

function addKey(sheet: XcstringsSheet, key: string, { comment, after }: Extract<EntryEdit, { kind: 'add' }>): void {
  const { layout, strings } = sheet
  // Without this mark Xcode takes the key away when it finds it in no source file.
  const items = [newMember('extractionState', newText('manual', layout), layout)]
  if (comment !== undefined && comment !== '') items.unshift(newMember('comment', newText(comment, layout), layout))
  const item = newMember(key, newObject(items), layout)
  insertMember(strings, indexFor(sheet, key, after), item, { layout })
  sheet.keys.set(key, item)
}

function indexFor(sheet: XcstringsSheet, key: string, after: readonly string[]): number {
  const { items } = sheet.strings
  if (sheet.isSorted) {
    let low = 0
    let high = items.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareKeys(items[middle]?.key ?? '', key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
  for (const name of after) {
    const near = sheet.keys.get(sheet.routes.get(name)?.key ?? '')
    if (near !== undefined) return items.indexOf(near) + 1
  }
  return 0
}

function removeEntry(sheet: XcstringsSheet, name: string): void {
  const route = sheet.routes.get(name)
  if (route === undefined) return
  sheet.routes.delete(name)
  const holder = holderOf(sheet, route)
  const localization = localizationOf(sheet, route.key)
  if (holder !== null && hasUnit(holder)) prune(sheet, holder, 'stringUnit')
  if (localization !== null && localizationOf(sheet, route.key) !== localization) dropShadowed(sheet, route.key)
  if (sheet.isSource) sheet.bereft.add(route.key)
}

/** Takes away the same language in another spelling, so that nothing hidden appears. */
function dropShadowed(sheet: XcstringsSheet, key: string): void {
  const entry = entryOf(sheet, key)
  for (let other = pickLanguage(entry, sheet.language); entry !== null && other !== null; other = pickLanguage(entry, sheet.language)) {
    const localizations = objectOf(memberOf(entry, 'localizations'))
    if (localizations !== null) prune(sheet, localizations, other.key ?? '')
  }
}
