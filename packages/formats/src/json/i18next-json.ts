import { isFoundFirst } from './entry-name.ts'
import { JSON_FILES } from './json-files.ts'
import { jsonFormat } from './json-format.ts'
import { recogniserOf } from './recognise-json.ts'
import { strictJson } from './strict-json.ts'

/**
 * i18next JSON (v4, and the suffixes of v3): nested, flat and mixed. The catalog handles plural suffixes, not
 * the file.
 */
export const i18nextJson = jsonFormat({
  id: 'i18next-json',
  about: 'i18next: nested or flat keys, plural forms as keys (item_one, item_other)',
  extensions: ['.json'],
  families: [JSON_FILES],
  plurals: 'names',
  syntax: 'i18next',
  capabilities: ['plural', 'nesting'],
  grammar: strictJson,
  dottedKeys: 'anywhere',
  passesOverEmpty: true,
  // i18next tries the nested path first and ignores an empty text there.
  isPreferred: (a, b) => ((a.text === '') === (b.text === '') ? isFoundFirst(a, b) : b.text === ''),
  recognise: recogniserOf('i18next-json'),
})
