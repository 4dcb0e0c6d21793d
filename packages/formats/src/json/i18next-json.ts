import type { Document, EntryEdit, Format } from '../format.ts'
import { editI18next } from './edit-i18next.ts'
import { I18NEXT_JSON, readI18next } from './read-i18next.ts'
import { recogniseI18next } from './recognise-json.ts'

/** i18next JSON (v4, and v3 as far as suffixes go): nested, flat and mixed. Plural suffixes are the catalog's business, not the file's. */
export const i18nextJson: Format = {
  id: I18NEXT_JSON,
  extensions: ['.json'],
  languages: 'one',
  plurals: 'names',
  syntax: 'i18next',
  holds: ['plural', 'nesting'],
  recognise: recogniseI18next,
  read: readI18next,
  edit: (document, edits, model = null) => editI18next(document, edits, model),
  create(model: Document | null, edits: readonly EntryEdit[]) {
    const eol = model?.text.includes('\r\n') ? '\r\n' : '\n'
    const endsOpen = model !== null && model.text !== '' && !/[\r\n]$/.test(model.text)
    const empty: Document = {
      format: I18NEXT_JSON,
      text: endsOpen ? '{}' : `{}${eol}`,
      encoding: model?.encoding ?? { charset: 'utf-8', bom: false },
      entries: new Map(),
      issues: [],
    }
    return editI18next(empty, edits, model)
  },
}
