import { isFoundFirst } from './entry-name.ts'
import { jsonFormat } from './json-format.ts'
import { recogniserOf } from './recognise-json.ts'
import { strictJson } from './strict-json.ts'

/**
 * i18next JSON (v4, and v3 as far as suffixes go): nested, flat and mixed. Plural suffixes are the catalog's
 * business, not the file's.
 */
export const i18nextJson = jsonFormat({
  id: 'i18next-json',
  extensions: ['.json'],
  plurals: 'names',
  syntax: 'i18next',
  holds: ['plural', 'nesting'],
  grammar: strictJson,
  dottedKeys: 'anywhere',
  passesOverEmpty: true,
  // i18next follows the nested path first and passes over an empty text there.
  isPreferred: (a, b) => ((a.text === '') === (b.text === '') ? isFoundFirst(a, b) : b.text === ''),
  recognise: recogniserOf('i18next-json'),
})
