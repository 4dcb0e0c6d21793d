import { encodeText } from '../bytes/decode.ts'
import { type AddEdit, applyEdits, type EditTarget } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { guardEdit } from '../edit/guard-edit.ts'
import { fileFamily } from '../file-family.ts'
import { JSON_STRUCTURE } from '../file-structure.ts'
import type { Document, EntryEdit, Format, Recognition, View } from '../format.ts'
import { languageInName } from '../paths/language-name.ts'
import type { JsonMember, JsonNode } from '../source/json.ts'
import { type DraftItem, printDraft } from '../source/json-draft.ts'
import { type Siblings, siblingNamed } from '../source/siblings.ts'
import { isUsableKey } from '../source/usable-key.ts'
import { newMember, newObject, newText, objectOf, rewriteText, textOf } from './draft-member.ts'
import { emptyJson } from './empty-json.ts'
import { JSON_FILES } from './json-files.ts'
import {
  indexAfter,
  type MemberSession,
  openMembers,
  openModel,
  putMember,
  renameMember,
  takeMember,
} from './member-session.ts'
import { type MemberMeaning, otherMembers, readMembers, stringIn } from './read-members.ts'
import { isSchemaItem, isSchemaMember } from './schema-member.ts'
import { spliceTexts } from './splice-texts.ts'

const ARB = 'arb'

/**
 * Application Resource Bundle, as Flutter's `gen-l10n` reads it: texts at the top level, each with its
 * metadata under `@key`.
 */
export const arb: Format = {
  id: ARB,
  about: 'Flutter: Application Resource Bundle',
  extensions: ['.arb'],
  families: [fileFamily(['.arb'], ['folder', 'file', 'dash', 'dot'], { isPlain: true }), JSON_FILES],
  languages: 'one',
  plurals: 'text',
  syntax: 'flutter',
  supports: ['comment'],
  sourceLanguageFor,
  structure: JSON_STRUCTURE,
  recognise: recogniseArb,
  read: (bytes, view) => readMembers(ARB, bytes, { view, meaningOf }),
  edit: guardEdit(editArb),
  create: (model, edits, view) => createArb(model, edits, view),
}

/** Reads `template-arb-file` in the `l10n.yaml` of the folder or the nearest one above. */
async function sourceLanguageFor(
  base: string,
  read: (path: string) => Promise<string>,
): Promise<string | null> {
  for (let folder = base; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const settings = await read(folder === '' ? 'l10n.yaml' : `${folder}/l10n.yaml`)
    const name = /^template-arb-file\s*:\s*["']?([^\s"'#]+)/m.exec(settings)?.[1]
    if (name !== undefined) return languageAtEnd(name.replace(/\.arb$/, ''))
    if (folder === '') return null
  }
}

/** Returns the language at the end of a name, the longest possible: `pt_BR` of `app_pt_BR`. */
function languageAtEnd(name: string): string | null {
  for (let at = 0; at >= 0; at = name.indexOf('_', at) + 1 || -1) {
    const language = languageInName(name.slice(at))
    if (language !== null) return language
  }
  return null
}

function meaningOf({ key, value }: JsonMember, siblings: Siblings<JsonNode>): MemberMeaning {
  if (key.startsWith('@')) return null
  if (value.kind !== 'string')
    return { wrong: 'not-a-text', at: { start: value.start, end: value.end }, params: {} }
  const metadata = siblingNamed(siblings, `@${key}`)
  return {
    text: value,
    comment: stringIn(metadata, 'description'),
    details: otherMembers(metadata, ['description']),
  }
}

function recogniseArb(path: string, head: string): Recognition {
  if (/\.arb$/i.test(path)) return { certainty: 3, reason: 'own-extension' }
  if (/\.json$/i.test(path) && /^\s*\{\s*"@@(?:locale|last_modified)"\s*:/.test(head))
    return { certainty: 2, reason: 'arb-metadata' }
  return { certainty: 0, reason: 'other-extension' }
}

function editArb(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  const isRefused = edits.some((edit) => edit.kind === 'set' && isSchemaMember(edit.name, edit.text))
  const spliced = isRefused ? null : spliceTexts(document, edits)
  if (spliced !== null) return encodeText(spliced, document.encoding)
  const modelSession = openModel(model, ARB)
  const session = openMembers(document.text, modelSession)
  // Most projects describe their texts in one file only, the template.
  const describes =
    document.entries.size === 0 ? modelSession === null || hasMetadata(modelSession) : hasMetadata(session)
  applyEdits(targetOf(session, describes ? 'described' : 'plain'), edits)
  return encodeText(printDraft(session.draft), document.encoding)
}

function createArb(model: Document | null, edits: readonly EntryEdit[], view: View | undefined): Uint8Array {
  const modelSession = openModel(model, ARB)
  const empty = emptyJson(ARB, model)
  if (view === undefined || (modelSession !== null && !modelSession.members.has(LOCALE)))
    return editArb(empty, edits, model)
  const session = openMembers(empty.text, modelSession)
  // Dart's own spelling of a locale.
  putMember(
    session,
    0,
    newMember(LOCALE, newText(view.language.replaceAll('-', '_'), session.layout), session.layout),
  )
  return editArb({ ...empty, text: printDraft(session.draft) }, edits, model)
}

const LOCALE = '@@locale'

function hasMetadata({ members }: MemberSession): boolean {
  for (const [key, item] of members)
    if (/^@[^@]/.test(key) && (objectOf(item)?.items.length ?? 0) > 0) return true
  return false
}

function targetOf(session: MemberSession, style: 'described' | 'plain'): EditTarget<DraftItem> {
  return {
    nameOf: (edit) => edit.path.join('.'),
    find: (name) => findText(session, name),
    setText(item, { text }, name) {
      if (isSchemaMember(name, text)) throw new EditError('not-representable', name)
      rewriteText(item, text, session.layout)
    },
    insert: (edit) => addEntry(session, edit, style),
    remove(_, name) {
      takeMember(session, name)
      takeMember(session, `@${name}`)
    },
    rename(item, { name }, newName) {
      const key = usableKey(newName)
      if (isSchemaMember(key, textOf(item))) throw new EditError('not-representable', key)
      if (session.members.has(key)) throw new EditError('place-taken', key)
      renameMember(session, name, key)
      renameMember(session, `@${name}`, `@${key}`)
    },
  }
}

function findText(session: MemberSession, key: string): DraftItem | null {
  const item = key.startsWith('@') ? undefined : session.members.get(key)
  return item === undefined || textOf(item) === null || isSchemaItem(item) ? null : item
}

function usableKey(key: string): string {
  // Keys that start with @ are metadata.
  if (key.startsWith('@') || !isUsableKey(key)) throw new EditError('unusable-path', key)
  return key
}

function addEntry(session: MemberSession, edit: AddEdit, style: 'described' | 'plain'): void {
  const key = usableKey(edit.path.join('.'))
  if (isSchemaMember(key, edit.text)) throw new EditError('not-representable', key)
  const { layout } = session
  const value = newText(edit.text, layout)
  const other = session.members.get(key)
  if (other !== undefined) {
    if (other.value.kind !== 'leaf' || isSchemaItem(other)) throw new EditError('place-taken', key)
    other.value = value
    return
  }
  const orphan = indexAfter(session, [`@${key}`]) - 1
  putMember(session, indexFor(session, edit.after, orphan), newMember(key, value, layout))
  if (orphan >= 0 || style === 'plain' || edit.comment === undefined || edit.comment === '') return
  const description = newMember('description', newText(edit.comment, layout), layout)
  putMember(
    session,
    metadataIndex(session, key, edit.after),
    newMember(`@${key}`, newObject([description]), layout),
  )
}

/**
 * Returns the index after the first existing name and its metadata, otherwise before metadata without a text,
 * otherwise the first index after the header.
 */
function indexFor(session: MemberSession, after: readonly string[], orphan: number): number {
  const behind = indexAfter(session, after)
  if (behind >= 0) {
    const before = session.root.items[behind - 1]?.key
    return session.root.items[behind]?.key === `@${before}` ? behind + 1 : behind
  }
  if (orphan >= 0) return orphan
  const first = session.root.items.findIndex(
    (item) => item.key?.startsWith('@@') !== true && !isSchemaItem(item),
  )
  return first < 0 ? session.root.items.length : first
}

/**
 * Returns the index after its text, or the same position that the metadata of the previous text has: right
 * before the text, or apart from the texts.
 */
function metadataIndex(session: MemberSession, key: string, after: readonly string[]): number {
  const own = indexAfter(session, [key])
  const near = after.find((name) => session.members.has(name))
  const behind = near === undefined ? -1 : indexAfter(session, [`@${near}`])
  if (behind < 0 || behind === own - 1) return own
  return behind === own - 2 ? own - 1 : behind
}
