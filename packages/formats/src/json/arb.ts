import { encodeText } from '../decode.ts'
import { EditError } from '../edit-error.ts'
import { type Document, type EntryEdit, type Format, isWhole, type Recognition, type View } from '../format.ts'
import type { JsonMember, JsonNode } from '../source/json.ts'
import { type DraftItem, leaf, printDraft } from '../source/json-draft.ts'
import { requoteJson } from '../source/json-string.ts'
import { type Siblings, siblingNamed } from '../source/siblings.ts'
import { newMember, newObject, newText, objectOf, textOf } from './draft-member.ts'
import { emptyJsonLike } from './empty-json.ts'
import { isUsableKey } from './entry-name.ts'
import { indexBehind, type MemberSheet, openMembers, openModel, putMember, renameMember, takeMember } from './member-sheet.ts'
import { wellFormed } from './read-json.ts'
import { type MemberMeaning, otherMembers, readMembers, stringIn } from './read-members.ts'
import { spliceTexts } from './splice-texts.ts'

const ARB = 'arb'

/** Application Resource Bundle, as Flutter's `gen-l10n` reads it: texts at the top level, each with its metadata beside it under `@key`. */
export const arb: Format = {
  id: ARB,
  extensions: ['.arb'],
  languages: 'one',
  plurals: 'text',
  syntax: 'flutter',
  holds: ['comment'],
  recognise: recogniseArb,
  read: (bytes, view) => readMembers(ARB, bytes, { view, meaningOf }),
  edit: (document, edits, model = null) => editArb(document, edits, model),
  create: (model, edits, view) => createArb(model, edits, view),
}

function meaningOf({ key, value }: JsonMember, siblings: Siblings<JsonNode>): MemberMeaning {
  if (key.startsWith('@')) return null
  if (value.kind !== 'string') return { wrong: 'not-a-text', at: { start: value.start, end: value.end }, params: {} }
  const metadata = siblingNamed(siblings, `@${key}`)
  return { text: value, comment: stringIn(metadata, 'description'), details: otherMembers(metadata, ['description']) }
}

function recogniseArb(path: string, head: string): Recognition {
  if (/\.arb$/i.test(path)) return { certainty: 3, reason: 'own-extension' }
  if (/\.json$/i.test(path) && /^\s*\{\s*"@@(?:locale|last_modified)"\s*:/.test(head)) return { certainty: 2, reason: 'arb-metadata' }
  return { certainty: 0, reason: 'other-extension' }
}

function editArb(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  if (!isWhole(document)) throw new EditError('not-whole', '')
  if (edits.length === 0) return encodeText(document.text, document.encoding)
  const spliced = spliceTexts(document, edits)
  if (spliced !== null) return encodeText(spliced, document.encoding)
  const modelSheet = openModel(model, ARB)
  const sheet = openMembers(document.text, modelSheet)
  // Most projects describe their texts in one file only, the template.
  const describes = document.entries.size === 0 ? modelSheet === null || hasMetadata(modelSheet) : hasMetadata(sheet)
  for (const edit of edits) applyEdit(sheet, edit, describes ? 'described' : 'plain')
  return encodeText(printDraft(sheet.draft), document.encoding)
}

function createArb(model: Document | null, edits: readonly EntryEdit[], view: View | undefined): Uint8Array {
  const modelSheet = openModel(model, ARB)
  const empty = emptyJsonLike(model, ARB)
  if (view === undefined || (modelSheet !== null && !modelSheet.members.has(LOCALE))) return editArb(empty, edits, model)
  const sheet = openMembers(empty.text, modelSheet)
  // Dart's own spelling of a locale.
  putMember(sheet, 0, newMember(LOCALE, newText(view.language.replaceAll('-', '_'), sheet.layout), sheet.layout))
  return editArb({ ...empty, text: printDraft(sheet.draft) }, edits, model)
}

const LOCALE = '@@locale'

function hasMetadata({ members }: MemberSheet): boolean {
  for (const [key, item] of members) if (/^@[^@]/.test(key) && (objectOf(item)?.items.length ?? 0) > 0) return true
  return false
}

function applyEdit(sheet: MemberSheet, edit: EntryEdit, habit: 'described' | 'plain'): void {
  switch (edit.kind) {
    case 'set':
      setText(sheet, textNamed(sheet, edit.name), edit.text)
      return
    case 'add':
      addEntry(sheet, edit, habit)
      return
    case 'remove':
      if (findText(sheet, edit.name) === null) return
      takeMember(sheet, edit.name)
      takeMember(sheet, `@${edit.name}`)
      return
    case 'rename': {
      textNamed(sheet, edit.name)
      const key = usableKey(edit.path.join('.'))
      if (key === edit.name) return
      if (sheet.members.has(key)) throw new EditError('place-taken', key)
      renameMember(sheet, edit.name, key)
      renameMember(sheet, `@${edit.name}`, `@${key}`)
    }
  }
}

function findText(sheet: MemberSheet, key: string): DraftItem | null {
  const item = key.startsWith('@') ? undefined : sheet.members.get(key)
  return item === undefined || textOf(item) === null ? null : item
}

function textNamed(sheet: MemberSheet, key: string): DraftItem {
  const item = findText(sheet, key)
  if (item === null) throw new EditError('no-entry', key)
  return item
}

function usableKey(key: string): string {
  // What begins with @ is metadata.
  if (key.startsWith('@') || !isUsableKey(key)) throw new EditError('unusable-path', key)
  return key
}

function setText({ layout }: MemberSheet, item: DraftItem, text: string): void {
  const { value } = item
  if (value.kind !== 'leaf' || value.text === null || wellFormed(value.text) === text) return
  item.value = leaf(requoteJson(value.raw, text, layout.escapes), text)
}

function addEntry(sheet: MemberSheet, edit: Extract<EntryEdit, { kind: 'add' }>, habit: 'described' | 'plain'): void {
  const key = usableKey(edit.path.join('.'))
  const existing = findText(sheet, key)
  if (existing !== null) {
    setText(sheet, existing, edit.text)
    return
  }
  const { layout } = sheet
  const value = newText(edit.text, layout)
  const other = sheet.members.get(key)
  if (other !== undefined) {
    if (other.value.kind !== 'leaf') throw new EditError('place-taken', key)
    other.value = value
    return
  }
  const orphan = indexBehind(sheet, [`@${key}`]) - 1
  putMember(sheet, indexFor(sheet, edit.after, orphan), newMember(key, value, layout))
  if (orphan >= 0 || habit === 'plain' || edit.comment === undefined || edit.comment === '') return
  const description = newMember('description', newText(edit.comment, layout), layout)
  putMember(sheet, metadataIndex(sheet, key, edit.after), newMember(`@${key}`, newObject([description]), layout))
}

/** Behind the first of the names that is there and its metadata, else before metadata that waits for its text, else first behind the header. */
function indexFor(sheet: MemberSheet, after: readonly string[], orphan: number): number {
  const behind = indexBehind(sheet, after)
  if (behind >= 0) {
    const before = sheet.root.items[behind - 1]?.key
    return sheet.root.items[behind]?.key === `@${before}` ? behind + 1 : behind
  }
  if (orphan >= 0) return orphan
  const first = sheet.root.items.findIndex((item) => item.key?.startsWith('@@') !== true)
  return first < 0 ? sheet.root.items.length : first
}

/** Behind its text, or where the metadata of the text before is: right before the text, or apart from the texts. */
function metadataIndex(sheet: MemberSheet, key: string, after: readonly string[]): number {
  const own = indexBehind(sheet, [key])
  const near = after.find((name) => sheet.members.has(name))
  const behind = near === undefined ? -1 : indexBehind(sheet, [`@${near}`])
  if (behind < 0 || behind === own - 1) return own
  return behind === own - 2 ? own - 1 : behind
}
