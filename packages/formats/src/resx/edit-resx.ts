import { isKeyName } from '@dragoman/core'
import { encodeText } from '../decode.ts'
import { EditError } from '../edit-error.ts'
import { type Document, type EntryEdit, isWhole } from '../format.ts'
import { parseXml } from '../source/parse-xml.ts'
import { withOwnComments } from '../source/xml-comment.ts'
import { type DraftElement, draftXml, newElement, printXml, setContent, setDraftAttribute } from '../source/xml-draft.ts'
import { escapeXmlAttribute, type XmlHabit, xmlHabitOf } from '../source/xml-habit.ts'
import { insertLines, removeLines, type XmlLayout, xmlLayoutOf } from '../source/xml-layout.ts'
import { attributeOf, childElements } from '../source/xml-tree.ts'
import { writeXmlValue } from '../source/xml-value.ts'
import { collectResx } from './read-resx.ts'

/** The bytes of `document` after the edits (see Format.edit). */
export function editResx(document: Document, edits: readonly EntryEdit[]): Uint8Array {
  if (!isWhole(document)) throw new EditError('not-whole', '')
  if (edits.length === 0) return encodeText(document.text, document.encoding)
  const sheet = openSheet(document)
  for (const edit of edits) applyEdit(sheet, edit)
  return encodeText(printXml(sheet.top), document.encoding)
}

/** `doubles` have the same name behind it. */
type Slot = { readonly data: DraftElement; readonly value: DraftElement; text: string; doubles: readonly DraftElement[] }

type Sheet = {
  readonly top: DraftElement
  readonly root: DraftElement
  readonly slots: Map<string, Slot>
  /** Names of `<data>` that are no entries. */
  readonly taken: ReadonlySet<string>
  readonly layout: XmlLayout
  readonly habit: XmlHabit
}

/** As .NET's XmlTextWriter. */
const DEFAULT_REFERENCES: ReadonlyMap<string, string> = new Map([
  ['>', '&gt;'],
  ['\r', '&#xD;'],
])

function openSheet({ text, encoding }: Document): Sheet {
  const tree = parseXml(text)
  const { top, elements } = draftXml(text, tree)
  const root = tree.root === null ? undefined : elements.get(tree.root)
  if (tree.root === null || root === undefined) throw new EditError('not-whole', '')
  const { texts, doubles } = collectResx(text, tree)
  const layout = xmlLayoutOf(text, root, { eol: '\n', indent: '  ' })
  const raws = [...texts.values()].map(({ value }) => text.slice(value.openEnd, value.closeStart))
  const habit = xmlHabitOf(raws, { references: DEFAULT_REFERENCES, eol: layout.eol, charset: encoding.charset })
  const slots = new Map<string, Slot>()
  for (const [name, found] of texts) {
    const data = elements.get(found.data)
    const value = elements.get(found.value)
    if (data !== undefined && value !== undefined) {
      const others = (doubles.get(name) ?? []).map((other) => elements.get(other)).filter((other) => other !== undefined)
      slots.set(name, { data, value, text: found.entry.text, doubles: others })
    }
  }
  const names = childElements(tree.root, 'data').map((data) => attributeOf(data, 'name') ?? '')
  return { top, root, slots, taken: new Set(names.filter((name) => !slots.has(name))), layout, habit }
}

function applyEdit(sheet: Sheet, edit: EntryEdit): void {
  switch (edit.kind) {
    case 'set':
      setText(sheet, edit.name, edit.text)
      return
    case 'add': {
      const name = nameOf(edit)
      if (sheet.slots.has(name)) setText(sheet, name, edit.text)
      else addText(sheet, edit, name)
      return
    }
    case 'remove': {
      const slot = sheet.slots.get(edit.name)
      if (slot === undefined) return
      sheet.slots.delete(edit.name)
      removeLines(sheet.root, withOwnComments(sheet.root, slot.data))
      removeDoubles(sheet, slot)
      return
    }
    case 'rename':
      rename(sheet, edit.name, nameOf(edit))
  }
}

/** What a name hid would come into force without it. */
function removeDoubles(sheet: Sheet, slot: Slot): void {
  for (const double of slot.doubles) removeLines(sheet.root, withOwnComments(sheet.root, double))
  slot.doubles = []
}

function nameOf(edit: Extract<EntryEdit, { kind: 'add' | 'rename' }>): string {
  const name = edit.path.join('.')
  if (edit.unit !== undefined && edit.unit.plural !== 'none') throw new EditError('not-representable', name)
  return name
}

function setText(sheet: Sheet, name: string, text: string): void {
  const slot = sheet.slots.get(name)
  if (slot === undefined) throw new EditError('no-entry', name)
  if (slot.text === text) return
  const raw = rawOf(sheet, { name, text, value: slot.value })
  if (needsSpace(text) && !/\sxml:space\s*=\s*["']preserve["']/.test(slot.data.open)) setDraftAttribute(slot.value, 'xml:space', 'preserve')
  setContent(slot.value, raw)
  slot.text = text
}

function needsSpace(text: string): boolean {
  return /^[ \t\n\r]+$/.test(text)
}

function rawOf(sheet: Sheet, { name, text, value }: { readonly name: string; readonly text: string; readonly value: DraftElement | null }) {
  const raw = writeXmlValue(value, text, sheet.habit)
  if (raw === null) throw new EditError('not-representable', name)
  return raw
}

function addText(sheet: Sheet, edit: Extract<EntryEdit, { kind: 'add' }>, name: string): void {
  const data = newElement('data', ` name="${escapeName(sheet, name)}" xml:space="preserve"`, '')
  if (sheet.taken.has(name)) throw new EditError('place-taken', name)
  const value = newElement('value', '', rawOf(sheet, { name, text: edit.text, value: null }))
  const comment = (edit.comment ?? '').trim()
  const remark = comment === '' ? [] : [newElement('comment', '', rawOf(sheet, { name, text: comment, value: null }))]
  insertLines(sheet.root, [data], placeFor(sheet, edit.after), sheet.layout)
  insertLines(data, [value, ...remark], { previous: null, next: null }, sheet.layout)
  sheet.slots.set(name, { data, value, text: edit.text, doubles: [] })
}

/** Without a neighbour it goes behind everything else: the schema and the headers come first. */
function placeFor(sheet: Sheet, after: readonly string[]) {
  for (const name of after) {
    const slot = sheet.slots.get(name)
    if (slot !== undefined) return { previous: slot.data, next: null }
  }
  const elements = sheet.root.children.filter((child) => child.kind === 'element')
  const first = elements.find((child) => child.name === 'data') ?? null
  if (first === null) return { previous: elements.at(-1) ?? null, next: null }
  return { previous: null, next: withOwnComments(sheet.root, first)[0] ?? null }
}

function rename(sheet: Sheet, name: string, newName: string): void {
  const slot = sheet.slots.get(name)
  if (slot === undefined) throw new EditError('no-entry', name)
  if (newName === name) return
  const raw = escapeName(sheet, newName)
  if (sheet.slots.has(newName) || sheet.taken.has(newName)) throw new EditError('place-taken', newName)
  setDraftAttribute(slot.data, 'name', raw)
  removeDoubles(sheet, slot)
  sheet.slots.delete(name)
  sheet.slots.set(newName, slot)
}

function escapeName(sheet: Sheet, name: string): string {
  const raw =
    isKeyName(name) && !name.startsWith('>>') ? escapeXmlAttribute(name, '"', { ...sheet.habit, references: DEFAULT_REFERENCES }) : null
  if (raw === null) throw new EditError('unusable-path', name)
  return raw
}
