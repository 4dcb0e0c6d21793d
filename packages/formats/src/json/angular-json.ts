import { encodeText } from '../bytes/decode.ts'
import { applyEdits, type EditTarget } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { guardEdit } from '../edit/guard-edit.ts'
import { newDocument } from '../edit/new-file.ts'
import { JSON_STRUCTURE } from '../file-structure.ts'
import type { Document, EntryEdit, Format, View } from '../format.ts'
import type { JsonMember } from '../source/json.ts'
import { type DraftItem, printDraft } from '../source/json-draft.ts'
import { isUsableKey } from '../source/usable-key.ts'
import { newMember, newText, rewriteText, textOf } from './draft-member.ts'
import { objectText } from './empty-json.ts'
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
import { type MemberMeaning, readMembers } from './read-members.ts'
import { recogniseMessageFile } from './recognise-message-file.ts'
import { spliceTexts } from './splice-texts.ts'

const ANGULAR_JSON = 'angular-json'
const TEXTS = 'translations'

/** Translations of `@angular/localize` in JSON: `{ "locale": "de", "translations": { "id": "text" } }`. */
export const angularJson: Format = {
  id: ANGULAR_JSON,
  about: 'Angular: locale and translations by id',
  extensions: ['.json'],
  families: [JSON_FILES],
  languages: 'one',
  plurals: 'text',
  syntax: 'angular',
  supports: [],
  hasOneFile: true,
  structure: JSON_STRUCTURE,
  recognise: (path, head) => recogniseMessageFile(ANGULAR_JSON, path, head),
  read: (bytes, view) => readMembers(ANGULAR_JSON, bytes, { view, within: TEXTS, meaningOf }),
  edit: guardEdit(editAngular),
  create: createAngular,
}

function meaningOf({ value }: JsonMember): MemberMeaning {
  return value.kind === 'string'
    ? { text: value, comment: null, details: [] }
    : { wrong: 'not-a-text', at: { start: value.start, end: value.end }, params: {} }
}

function editAngular(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  const spliced = spliceTexts(document, edits)
  if (spliced !== null) return encodeText(spliced, document.encoding)
  const session = openMembers(document.text, openModel(model, ANGULAR_JSON, TEXTS), TEXTS)
  applyEdits(targetOf(session), edits)
  return encodeText(printDraft(session.draft), document.encoding)
}

/** Creates a file with the language, without which Angular does not load it. */
function createAngular(
  model: Document | null,
  edits: readonly EntryEdit[],
  view: View | undefined,
): Uint8Array {
  const language = JSON.stringify(view?.language ?? 'en')
  const text = objectText([`"locale": ${language}`, `"${TEXTS}": {}`], model, '  ')
  return editAngular(newDocument(ANGULAR_JSON, text, { model, view }), edits, model)
}

function targetOf(session: MemberSession): EditTarget<DraftItem> {
  const { layout } = session
  return {
    nameOf: (edit) => usableKey(edit.path.join('.')),
    find(name) {
      const item = session.members.get(name)
      return item === undefined || textOf(item) === null ? null : item
    },
    setText: (item, { text }) => rewriteText(item, text, layout),
    insert({ text, after }, key) {
      const value = newText(text, layout)
      const other = session.members.get(key)
      if (other === undefined)
        putMember(session, Math.max(indexAfter(session, after), 0), newMember(key, value, layout))
      else if (other.value.kind === 'leaf') other.value = value
      else throw new EditError('place-taken', key)
    },
    remove: (_, name) => takeMember(session, name),
    rename(_, { name }, newName) {
      if (session.members.has(newName)) throw new EditError('place-taken', newName)
      renameMember(session, name, newName)
    },
  }
}

function usableKey(key: string): string {
  if (!isUsableKey(key)) throw new EditError('unusable-path', key)
  return key
}
