import { decodeBytes } from '../bytes/decode.ts'
import { guardEdit } from '../edit/guard-edit.ts'
import { JSON_STRUCTURE } from '../file-structure.ts'
import type { FileLanguages, Format } from '../format.ts'
import { parseJson } from '../source/json.ts'
import { createMessages, editMessages } from './edit-messages.ts'
import { type JsonValue, memberOfValue, membersOfValue, textOfValue } from './json-dialect.ts'
import { JSON_FILES } from './json-files.ts'
import { type MessageShape, type MessageTexts, plainTexts, textsByForm } from './message-shape.ts'
import { readMessages } from './read-messages.ts'
import { recogniseMessageFile } from './recognise-message-file.ts'

const SHAPE: MessageShape = {
  format: 'gotext-json',
  list: 'messages',
  text: 'translation',
  source: 'message',
  comment: 'comment',
  draft: 'fuzzy',
  shared: ['key', 'placeholders'],
  textsOf,
}

/**
 * Files of gotext, the extractor of Go's package `golang.org/x/text`: `messages.gotext.json` with the source text and
 * the translation of each message.
 */
export const gotextJson: Format = {
  id: SHAPE.format,
  about: 'gotext of golang.org/x/text: messages.gotext.json',
  extensions: ['.json'],
  families: [JSON_FILES],
  languages: 'two',
  plurals: 'units',
  syntax: 'brace',
  supports: ['plural', 'comment', 'source', 'state'],
  states: ['draft', 'translated'],
  sharesDetails: true,
  structure: JSON_STRUCTURE,
  recognise: (path, head) => recogniseMessageFile('gotext-json', path, head),
  languagesIn,
  read: (bytes, view) => readMessages(SHAPE, bytes, view),
  edit: guardEdit((document, edits, model) => editMessages(SHAPE, document, edits, model)),
  create: (model, edits, view) => createMessages(SHAPE, model, edits, view),
}

function languagesIn(bytes: Uint8Array): FileLanguages {
  const { root } = parseJson(decodeBytes(bytes).text)
  const language = root === null ? null : textOfValue(memberOfValue(root, 'language'))
  return { source: null, targets: language === null ? [] : [language] }
}

/**
 * Returns a text, the text of an object with `msg`, or the cases of a selection by plural categories. Other selections,
 * by numbers or with variables, are kept and are no entries.
 */
function textsOf(value: JsonValue | undefined, member: string): MessageTexts | null {
  const plain = plainTexts(value, [member])
  if (plain !== null || value === undefined) return plain
  const members = membersOfValue(value)
  const [only] = members
  if (only === undefined || members.length > 1) return null
  if (only.key === 'msg')
    return textOfValue(only.value) === null ? null : plainTexts(only.value, [member, 'msg'])
  if (only.key !== 'select' || textOfValue(memberOfValue(only.value, 'feature')) !== 'plural') return null
  const cases = memberOfValue(only.value, 'cases')
  return cases === undefined ? null : textsByForm(cases, [member, 'select', 'cases'], 'msg')
}
