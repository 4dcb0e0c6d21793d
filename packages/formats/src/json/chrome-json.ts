import { tagFromPath } from '@dragoman/core'
import { encodeText } from '../bytes/decode.ts'
import { type AddEdit, applyEdits, type EditTarget } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { guardEdit } from '../edit/guard-edit.ts'
import { JSON_STRUCTURE } from '../file-structure.ts'
import type { Document, EntryEdit, Format, Recognition, View } from '../format.ts'
import type { JsonMember } from '../source/json.ts'
import { type DraftItem, printDraft } from '../source/json-draft.ts'
import {
  copyValue,
  insertMember,
  memberOf,
  newMember,
  newObject,
  newText,
  objectOf,
  rewriteText,
  textOf,
} from './draft-member.ts'
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
import { spliceTexts } from './splice-texts.ts'

const CHROME_JSON = 'chrome-json'

/** `_locales/<language>/messages.json` of browser extensions (Chrome, Firefox, Edge, Safari). */
export const chromeJson: Format = {
  id: CHROME_JSON,
  about: 'browser extensions: _locales/de/messages.json',
  extensions: ['.json'],
  families: [JSON_FILES],
  languages: 'one',
  plurals: 'text',
  syntax: 'chrome',
  supports: ['comment'],
  hasOneFile: true,
  sharesDetails: true,
  sourceLanguageFor,
  structure: JSON_STRUCTURE,
  recognise: recogniseChrome,
  read: readChrome,
  edit: guardEdit(editChrome),
  create(model: Document | null, edits: readonly EntryEdit[]) {
    return editChrome(emptyJson(CHROME_JSON, model), edits, model)
  },
}

/** Reads `default_locale` of the extension's manifest. */
async function sourceLanguageFor(
  base: string,
  read: (path: string) => Promise<string>,
): Promise<string | null> {
  if (!/(?:^|\/)_locales$/.test(base)) return null
  const manifest = await read(`${base.slice(0, -'_locales'.length)}manifest.json`)
  return tagFromPath(/"default_locale"\s*:\s*"([\w-]+)"/.exec(manifest)?.[1] ?? '')
}

function readChrome(bytes: Uint8Array, view?: View): Document {
  return readMembers(CHROME_JSON, bytes, { view, meaningOf })
}

function meaningOf({ value, keyStart, keyEnd }: JsonMember): MemberMeaning {
  const text = stringIn(value, 'message')
  if (text !== null)
    return {
      text,
      comment: stringIn(value, 'description'),
      details: otherMembers(value, ['message', 'description']),
    }
  return { wrong: 'expected-text', at: { start: keyStart, end: keyEnd }, params: { wanted: '"message"' } }
}

function recogniseChrome(path: string, head: string): Recognition {
  if (!/\.json$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  if (/(?:^|\/)_locales\/[^/]+\/messages\.json$/.test(path))
    return { certainty: 3, reason: 'chrome-locales-folder' }
  if (!FIRST_MESSAGE.test(head)) return { certainty: 0, reason: 'no-messages' }
  return /(?:^|\/)messages\.json$/.test(path)
    ? { certainty: 3, reason: 'chrome-messages' }
    : { certainty: 2, reason: 'chrome-messages' }
}

/** The first member of the file is an object whose first members are texts, one of which is `message`. */
const FIRST_MESSAGE =
  /^\s*\{\s*"[\w@]+"\s*:\s*\{\s*(?:"description"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*)?"message"\s*:\s*"/

/** Chrome refuses the whole extension for a key with any other character. */
const CHROME_KEY = /^[A-Za-z0-9_@]{1,1024}$/

function editChrome(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  const definesMore = model !== null && edits.some((edit) => edit.kind === 'set' && edit.text.includes('$'))
  const spliced = definesMore ? null : spliceTexts(document, edits)
  if (spliced !== null) return encodeText(spliced, document.encoding)
  const modelSession = openModel(model, CHROME_JSON)
  const session = openMembers(document.text, modelSession)
  // Translations of many projects have no descriptions, so new entries get none.
  const describes = document.entries.size === 0 ? model === null || hasComment(model) : hasComment(document)
  applyEdits(targetOf({ session, modelSession, describes }), edits)
  return encodeText(printDraft(session.draft), document.encoding)
}

type Editing = {
  readonly session: MemberSession
  readonly modelSession: MemberSession | null
  readonly describes: boolean
}

function hasComment({ entries }: Document): boolean {
  for (const entry of entries.values()) if (entry.comment !== undefined) return true
  return false
}

function targetOf(editing: Editing): EditTarget<DraftItem> {
  const { session } = editing
  return {
    nameOf: (edit) => edit.path.join('.'),
    find: (name) => messageOf(session, name),
    setText(message, { text }, name) {
      rewriteText(message, text, session.layout)
      definePlaceholders(editing, name, text)
    },
    insert: (edit, name) => addEntry(editing, edit, name),
    remove: (_, name) => takeMember(session, name),
    rename(_, { name }, newName) {
      if (!CHROME_KEY.test(newName)) throw new EditError('unusable-path', newName)
      if (session.members.has(newName)) throw new EditError('place-taken', newName)
      renameMember(session, name, newName)
    },
  }
}

function messageOf(session: MemberSession, key: string): DraftItem | null {
  const object = objectOf(session.members.get(key) ?? null)
  const message = object === null ? null : memberOf(object, 'message')
  return textOf(message) === null ? null : message
}

function addEntry({ session, modelSession, describes }: Editing, edit: AddEdit, key: string): void {
  const { layout } = session
  if (!CHROME_KEY.test(key)) throw new EditError('unusable-path', key)
  const message = newMember('message', newText(edit.text, layout), layout)
  const member = session.members.get(key)
  if (member !== undefined) {
    // An unfinished entry looks like an object without a message.
    const object = objectOf(member)
    if (object === null || memberOf(object, 'message') !== null) throw new EditError('place-taken', key)
    insertMember(object, 0, message, { layout })
    return
  }
  const items = [message]
  if (describes && edit.comment !== undefined && edit.comment !== '')
    items.push(newMember('description', newText(edit.comment, layout), layout))
  const placeholders = placeholdersOf(modelSession, key)
  if (placeholders !== null && edit.text.includes('$'))
    items.push(newMember('placeholders', copyValue(placeholders.value, layout), layout))
  putMember(session, Math.max(indexAfter(session, edit.after), 0), newMember(key, newObject(items), layout))
}

function placeholdersOf(session: MemberSession | null, key: string): DraftItem | null {
  const object = objectOf(session?.members.get(key) ?? null)
  return object === null ? null : memberOf(object, 'placeholders')
}

/**
 * Adds definitions of the model that a changed text needs: Chrome refuses an extension whose message names a
 * placeholder that is not defined alongside it.
 */
function definePlaceholders({ session, modelSession }: Editing, key: string, text: string): void {
  const { layout } = session
  const message = objectOf(session.members.get(key) ?? null)
  const ofModel = placeholdersOf(modelSession, key)
  const known = objectOf(ofModel)
  if (message === null || ofModel === null || known === null) return
  const named = new Set(Array.from(text.matchAll(/\$([\w@]+)\$/g), ([, name = '']) => name.toLowerCase()))
  const needed = known.items.filter((item) => named.has(nameOf(item)))
  if (needed.length === 0) return
  const own = memberOf(message, 'placeholders')
  if (own === null) {
    const copied = newMember('placeholders', copyValue(ofModel.value, layout), layout)
    insertMember(message, message.items.length, copied, { layout })
    return
  }
  const object = objectOf(own)
  if (object === null) return
  const defined = new Set(object.items.map(nameOf))
  for (const item of needed)
    if (item.key !== null && !defined.has(nameOf(item)))
      insertMember(object, object.items.length, newMember(item.key, copyValue(item.value, layout), layout), {
        layout,
        sample: objectOf(object.items[0] ?? null),
      })
}

/** Chrome finds placeholders in any case of letters. */
function nameOf({ key }: DraftItem): string {
  return key?.toLowerCase() ?? ''
}
