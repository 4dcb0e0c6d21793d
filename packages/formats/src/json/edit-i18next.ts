import { type Edit, type EntryPath, splice } from '@dragoman/core'
import { encodeText } from '../decode.ts'
import { EditError } from '../edit-error.ts'
import { type Document, type EntryEdit, isWhole } from '../format.ts'
import { parseJson } from '../source/json.ts'
import { draftJson, leaf, printDraft } from '../source/json-draft.ts'
import { DEFAULT_LAYOUT, type JsonLayout, layoutOf } from '../source/json-layout.ts'
import { escapeStyleOf, quoteJson, requoteJson } from '../source/json-string.ts'
import { dropShadowed, type EditSheet, type EntryPlace, openSheet, registerItem, removePlace } from './edit-sheet.ts'
import { entryName, isUsableKey } from './entry-name.ts'
import { placeEntry } from './place-entry.ts'
import { wellFormed } from './read-i18next.ts'

/** The bytes of `document` after the edits (see Format.edit). `model` gives the style of what the document shows no example for. */
export function editI18next(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  if (!isWhole(document)) throw new EditError('not-whole', '')
  if (edits.length === 0) return encodeText(document.text, document.encoding)
  return encodeText(replaceTexts(document, edits) ?? applyEdits(document.text, edits, model), document.encoding)
}

/** The everyday case, new texts for entries that are there: the file need not be taken apart for it. Null when it is not that case. */
function replaceTexts(document: Document, edits: readonly EntryEdit[]): string | null {
  const texts = new Map<string, string>()
  for (const edit of edits) {
    if (edit.kind !== 'set' || edit.text === '' || !document.entries.has(edit.name)) return null
    texts.set(edit.name, edit.text)
  }
  const { text } = document
  const escapes = escapeStyleOf(text)
  const replacements: Edit[] = []
  for (const { name, span, text: before } of document.entries.values()) {
    const after = texts.get(name)
    if (after === undefined || after === before) continue
    replacements.push({ span, text: requoteJson(text.slice(span.start, span.end), after, escapes) })
  }
  return splice(text, replacements)
}

function applyEdits(text: string, edits: readonly EntryEdit[], model: Document | null): string {
  const sheet = sheetOf(text, model === null ? DEFAULT_LAYOUT : layoutOfDocument(model))
  for (const edit of edits) applyEdit(sheet, edit)
  return printDraft(sheet.draft)
}

function sheetOf(text: string, model: JsonLayout): EditSheet {
  const tree = parseJson(text)
  if (tree.root === null) throw new EditError('not-whole', '')
  const draft = draftJson(text, tree.root)
  if (draft.root.kind !== 'object') throw new EditError('not-whole', '')
  return openSheet(draft, draft.root, layoutOf(text, draft, model))
}

function layoutOfDocument(document: Document): JsonLayout {
  return isWhole(document) ? sheetOf(document.text, DEFAULT_LAYOUT).layout : DEFAULT_LAYOUT
}

function applyEdit(sheet: EditSheet, edit: EntryEdit): void {
  switch (edit.kind) {
    case 'set':
      setText(sheet, placeNamed(sheet, edit.name), edit.text)
      return
    case 'add':
      addEntry(sheet, edit)
      return
    case 'remove':
      for (const place of sheet.places.get(edit.name) ?? []) removePlace(place)
      sheet.places.delete(edit.name)
      return
    case 'rename':
      renameEntry(sheet, edit.name, edit.path)
  }
}

function placeNamed(sheet: EditSheet, name: string): EntryPlace {
  const place = sheet.places.get(name)?.[0]
  if (place === undefined) throw new EditError('no-entry', name)
  return place
}

function setText(sheet: EditSheet, place: EntryPlace, text: string): void {
  if (place.text === text || place.item.value.kind !== 'leaf') return
  const raw = requoteJson(place.item.value.raw, text, sheet.layout.escapes)
  place.item.value = leaf(raw, text)
  const name = entryName(place.path)
  const others = (sheet.places.get(name) ?? []).filter((other) => other.item !== place.item)
  sheet.places.delete(name)
  // i18next passes over an empty text: what else has this name would come into force, so it has to go.
  if (text === '') for (const other of others) removePlace(other)
  else sheet.places.set(name, others)
  registerItem(sheet, place.container, place.item, place.path)
}

function addEntry(sheet: EditSheet, edit: Extract<EntryEdit, { kind: 'add' }>): void {
  const existing = sheet.places.get(entryName(edit.path))?.[0]
  if (existing !== undefined) {
    setText(sheet, existing, edit.text)
    return
  }
  const value = leaf(quoteJson(edit.text, sheet.layout.escapes), wellFormed(edit.text))
  placeEntry(sheet, { path: edit.path, value, after: edit.after, gaps: [] })
}

function renameEntry(sheet: EditSheet, name: string, path: EntryPath): void {
  const place = placeNamed(sheet, name)
  const newName = entryName(path)
  if (newName === name) return
  if (sheet.places.has(newName)) throw new EditError('place-taken', newName)
  const key = keyInPlace(place, path)
  const isFree = key !== null && place.container.items.every((item) => item.key !== key)
  const others = (sheet.places.get(name) ?? []).slice(1)
  sheet.places.delete(name)
  for (const other of others) removePlace(other)
  if (key === null || !isFree) {
    const { value } = place.item
    const gaps = removePlace(place)
    placeEntry(sheet, { path, value, after: [], gaps })
    return
  }
  dropShadowed(place.container, place.item)
  place.item.key = key
  place.item.rawKey = quoteJson(key, sheet.layout.escapes)
  registerItem(sheet, place.container, place.item, [...place.path.slice(0, -1), key])
}

/** The key that gives an entry its new name without moving it, or null if it has to move to another parent. */
function keyInPlace(place: EntryPlace, path: EntryPath): string | null {
  const old = place.path.at(-1)
  const wanted = path.at(-1)
  if (typeof old !== 'string' || typeof wanted !== 'string' || !isUsableKey(wanted)) return null
  const parent = entryName(place.path.slice(0, -1))
  const wantedParent = entryName(path.slice(0, -1))
  if (parent === wantedParent) return wanted
  // The file may write flat what the path says nested: `a.b` becomes `a.c` without an object `a`.
  const inner = parent === '' ? wantedParent : wantedParent.slice(parent.length + 1)
  const isInside = parent === '' || wantedParent.startsWith(`${parent}.`)
  return isInside && old.startsWith(`${inner}.`) ? `${inner}.${wanted}` : null
}
