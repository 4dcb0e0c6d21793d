import { isPlainKeyName } from '@dragoman/core'
import { encodeText } from '../bytes/decode.ts'
import { type AddEdit, applyEdits, type EditTarget } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { nameWithoutForm } from '../edit/edit-names.ts'
import type { Document, Entry, EntryEdit } from '../format.ts'
import { locationNamed } from '../source/entry-locations.ts'
import { lazy } from '../source/lazy.ts'
import { eolOf } from '../source/line-ends.ts'
import { startOf, withOwnComments } from '../source/xml-comment.ts'
import { treeOf } from '../source/xml-document.ts'
import {
  type DraftElement,
  draftOf,
  draftXml,
  elementsOf,
  newElement,
  printXml,
  setContent,
  setDraftAttribute,
} from '../source/xml-draft.ts'
import { insertLines, removeLines, type XmlLayout, xmlLayoutOf } from '../source/xml-layout.ts'
import { escapeXmlAttribute, styleFor, type XmlStyle } from '../source/xml-style.ts'
import { elementStartingAt, parentOf } from '../source/xml-tree.ts'
import { rawTexts, writeXmlValue } from '../source/xml-value.ts'
import { collectResx, type ResxTexts } from './read-resx.ts'

/** Returns the bytes of `document` after the edits (see Format.edit). */
export function editResx(document: Document, edits: readonly EntryEdit[]): Uint8Array {
  const session = openSession(document)
  applyEdits(targetOf(session), edits)
  return encodeText(printXml(session.top), document.encoding)
}

type DataLocation = {
  readonly data: DraftElement
  readonly value: DraftElement
  text: string
  /** Later `<data>` with the same name. */
  doubles: () => readonly DraftElement[]
}

type Session = {
  readonly document: Document
  readonly top: DraftElement
  readonly root: DraftElement
  /** The names that edits have used so far; null: no entry has the name, or no longer has it. */
  readonly locations: Map<string, DataLocation | null>
  readonly found: () => ResxTexts
  readonly layout: () => XmlLayout
  readonly style: (text: string) => XmlStyle
}

/** Like .NET's XmlTextWriter. */
const DEFAULT_REFERENCES: ReadonlyMap<string, string> = new Map([
  ['>', '&gt;'],
  ['\r', '&#xD;'],
])

function openSession(document: Document): Session {
  const { text, encoding, entries } = document
  const tree = treeOf(document)
  if (tree.root === null) throw new EditError('not-whole', '')
  const { root } = tree
  const top = draftXml(tree.table)
  const base = { references: DEFAULT_REFERENCES, eol: eolOf(text) ?? '\n', charset: encoding.charset }
  return {
    document,
    top,
    root: draftOf(top, root),
    locations: new Map(),
    found: lazy(() => collectResx(tree)),
    layout: lazy(() => xmlLayoutOf(root, { eol: '\n', indent: '  ' })),
    style: styleFor(text, base, () => rawTexts(tree.table, entries)),
  }
}

function locationOf(session: Session, name: string): DataLocation | null {
  return locationNamed(session, name, (entry) => locationOfEntry(session, entry))
}

function locationOfEntry({ document, top, found }: Session, { name, text, span }: Entry): DataLocation {
  const value = elementStartingAt(treeOf(document).table, span.start)
  const data = value === null ? null : parentOf(value)
  if (value === null || data === null) throw new EditError('not-whole', '')
  const doubles = () => (found().doubles.get(name) ?? []).map((double) => draftOf(top, double))
  return { data: draftOf(top, data), value: draftOf(top, value), text, doubles }
}

function noElements(): readonly DraftElement[] {
  return []
}

function targetOf(session: Session): EditTarget<DataLocation> {
  return {
    nameOf: nameWithoutForm,
    find: (name) => locationOf(session, name),
    setText: (location, { text }, name) => setText(session, location, { name, text }),
    insert: (edit, name) => addText(session, edit, name),
    remove(location, name) {
      session.locations.set(name, null)
      removeLines(session.root, withOwnComments(session.root, location.data))
      removeDoubles(session, location)
    },
    rename(location, { name }, newName) {
      const raw = escapeName(session, newName)
      if (session.found().taken.has(newName)) throw new EditError('place-taken', newName)
      setDraftAttribute(location.data, 'name', raw)
      removeDoubles(session, location)
      session.locations.set(name, null)
      session.locations.set(newName, location)
    },
  }
}

/** Removes elements that a name hides, which would otherwise become effective. */
function removeDoubles(session: Session, location: DataLocation): void {
  for (const double of location.doubles()) removeLines(session.root, withOwnComments(session.root, double))
  location.doubles = noElements
}

type NewText = { readonly name: string; readonly text: string }

function setText(session: Session, location: DataLocation, { name, text }: NewText): void {
  if (location.text === text) return
  const raw = rawOf(session, { name, text, value: location.value })
  if (needsSpace(text) && !/\sxml:space\s*=\s*["']preserve["']/.test(location.data.open))
    setDraftAttribute(location.value, 'xml:space', 'preserve')
  setContent(location.value, raw)
  location.text = text
}

function needsSpace(text: string): boolean {
  return /^[ \t\n\r]+$/.test(text)
}

function rawOf(session: Session, { name, text, value }: NewText & { readonly value: DraftElement | null }) {
  const raw = writeXmlValue(value, text, session.style(text))
  if (raw === null) throw new EditError('not-representable', name)
  return raw
}

function addText(session: Session, edit: AddEdit, name: string): void {
  const data = newElement('data', ` name="${escapeName(session, name)}" xml:space="preserve"`, '')
  if (session.found().taken.has(name)) throw new EditError('place-taken', name)
  const value = newElement('value', '', rawOf(session, { name, text: edit.text, value: null }))
  const comment = (edit.comment ?? '').trim()
  const remark =
    comment === '' ? [] : [newElement('comment', '', rawOf(session, { name, text: comment, value: null }))]
  insertLines(session.root, [data], placeFor(session, edit.after), session.layout())
  insertLines(data, [value, ...remark], { previous: null, next: null }, session.layout())
  session.locations.set(name, { data, value, text: edit.text, doubles: noElements })
}

/**
 * Returns the neighbours of a new element. Without any it is inserted at the end, because the schema and the
 * headers come first.
 */
function placeFor(session: Session, after: readonly string[]) {
  for (const name of after) {
    const location = locationOf(session, name)
    if (location !== null) return { previous: location.data, next: null }
  }
  const elements = elementsOf(session.root)
  const first = elements.find((child) => child.name === 'data') ?? null
  if (first === null) return { previous: elements.at(-1) ?? null, next: null }
  return { previous: null, next: startOf(session.root, first) }
}

function escapeName(session: Session, name: string): string {
  const raw =
    isPlainKeyName(name) && !name.startsWith('>>')
      ? escapeXmlAttribute(name, '"', { ...session.style(name), references: DEFAULT_REFERENCES })
      : null
  if (raw === null) throw new EditError('unusable-path', name)
  return raw
}
