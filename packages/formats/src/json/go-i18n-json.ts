import { guardEdit } from '../edit/guard-edit.ts'
import { JSON_STRUCTURE } from '../file-structure.ts'
import type { Document, Format } from '../format.ts'
import { newObject } from './draft-member.ts'
import { editJson } from './edit-json.ts'
import { createMessages, editMessages } from './edit-messages.ts'
import { emptyJson } from './empty-json.ts'
import { GO_I18N_MAP } from './go-i18n-map.ts'
import type { JsonValue } from './json-dialect.ts'
import { JSON_FILES } from './json-files.ts'
import { type MessageShape, type MessageTexts, plainTexts, textsByForm } from './message-shape.ts'
import { readJson } from './read-json.ts'
import { readMessages } from './read-messages.ts'
import { recogniseMessageFile } from './recognise-message-file.ts'

const SHAPE: MessageShape = {
  format: 'go-i18n-json',
  list: null,
  text: 'translation',
  shared: [],
  textsOf,
  newForms: (form) => newObject([form]),
}

/**
 * Files of go-i18n: lists, `[{ "id": "key", "translation": "text" }]` with an object of plural forms instead of the text,
 * and messages by key, as go-i18n 2 writes them.
 */
export const goI18nJson: Format = {
  id: SHAPE.format,
  about: 'go-i18n: a list of messages with id and translation, or messages by key',
  extensions: ['.json'],
  families: [JSON_FILES],
  languages: 'one',
  plurals: 'units',
  syntax: 'go-template',
  supports: ['plural'],
  structure: JSON_STRUCTURE,
  recognise: (path, head) => recogniseMessageFile('go-i18n-json', path, head),
  read: (bytes, view) =>
    startsWithObject(bytes) ? readJson(GO_I18N_MAP, bytes) : readMessages(SHAPE, bytes, view),
  edit: guardEdit((document, edits, model) =>
    isMap(document)
      ? editJson(GO_I18N_MAP, document, edits, model !== null && isMap(model) ? model : null)
      : editMessages(SHAPE, document, edits, model !== null && isMap(model) ? null : model),
  ),
  create: (model, edits, view) =>
    model !== null && isMap(model)
      ? editJson(GO_I18N_MAP, emptyJson(SHAPE.format, model), edits, model)
      : createMessages(SHAPE, model, edits, view),
}

function textsOf(value: JsonValue | undefined, member: string): MessageTexts | null {
  return plainTexts(value, [member]) ?? (value === undefined ? null : textsByForm(value, [member], null))
}

/** Whether a file has messages by key instead of a list. */
function isMap({ text, format }: Document): boolean {
  return format === SHAPE.format && /^\s*\{/.test(text)
}

/** The same for bytes in any encoding of Unicode. */
function startsWithObject(bytes: Uint8Array): boolean {
  return bytes.find((byte) => !BEFORE_CONTENT.has(byte)) === 0x7b
}

/** Blanks, byte order marks, and the other half of a character in UTF-16. */
const BEFORE_CONTENT: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf, 0xfe, 0xff, 0, 9, 10, 13, 32])
