import { isFoundFirst } from './entry-name.ts'
import { jsonFormat } from './json-format.ts'

/**
 * i18next JSON (v4, and the suffixes of v3): nested, flat and mixed. The catalog handles plural suffixes, not
 * the file.
 */
export const i18nextJson = jsonFormat(
  {
    id: 'i18next-json',
    about: 'i18next: nested or flat keys, plural forms as keys (item_one, item_other)',
    plurals: 'names',
    syntax: 'i18next',
    supports: ['plural', 'nesting'],
  },
  {
    dottedKeys: 'anywhere',
    passesOverEmpty: true,
    // i18next tries the nested path first and ignores an empty text there.
    isPreferred: (a, b) => ((a.text === '') === (b.text === '') ? isFoundFirst(a, b) : b.text === ''),
  },
)
