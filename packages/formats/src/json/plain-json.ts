import { isFoundFirst } from './entry-name.ts'
import { JSON_FILES } from './json-files.ts'
import { jsonFormat } from './json-format.ts'
import { recogniserOf } from './recognise-json.ts'
import { strictJson } from './strict-json.ts'

/** JSON of no known dialect: every string is a text, with no syntax of its own. */
export const plainJson = jsonFormat({
  id: 'json',
  about: 'any other JSON of names and texts',
  extensions: ['.json'],
  families: [JSON_FILES],
  plurals: 'none',
  syntax: 'plain',
  capabilities: ['nesting'],
  grammar: strictJson,
  dottedKeys: 'root',
  passesOverEmpty: false,
  isPreferred: isFoundFirst,
  recognise: recogniserOf('json'),
})
