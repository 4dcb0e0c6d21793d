import { guardEdit } from '../edit/guard-edit.ts'
import { JSON_STRUCTURE } from '../file-structure.ts'
import type { Format } from '../format.ts'
import { newObject } from './draft-member.ts'
import { createMessages, editMessages } from './edit-messages.ts'
import type { JsonValue } from './json-dialect.ts'
import { JSON_FILES } from './json-files.ts'
import { type MessageShape, type MessageTexts, plainTexts, textsByForm } from './message-shape.ts'
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

/** Lists of go-i18n: `[{ "id": "key", "translation": "text" }]`, or an object of plural forms instead of the text. */
export const goI18nJson: Format = {
  id: SHAPE.format,
  about: 'go-i18n: a list of messages with id and translation',
  extensions: ['.json'],
  families: [JSON_FILES],
  languages: 'one',
  plurals: 'units',
  syntax: 'go-template',
  supports: ['plural'],
  structure: JSON_STRUCTURE,
  recognise: (path, head) => recogniseMessageFile('go-i18n-json', path, head),
  read: (bytes, view) => readMessages(SHAPE, bytes, view),
  edit: guardEdit((document, edits, model) => editMessages(SHAPE, document, edits, model)),
  create: (model, edits, view) => createMessages(SHAPE, model, edits, view),
}

function textsOf(value: JsonValue | undefined, member: string): MessageTexts | null {
  return plainTexts(value, [member]) ?? (value === undefined ? null : textsByForm(value, [member], null))
}
