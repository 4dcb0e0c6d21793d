import { guardEdit } from '../edit/guard-edit.ts'
import type { Document, Format } from '../format.ts'
import { editJson } from './edit-json.ts'
import type { JsonDialect } from './json-dialect.ts'
import { readJson } from './read-json.ts'

/** The format of a dialect of JSON whose files have one language each. */
export function jsonFormat(dialect: JsonDialect): Format {
  return {
    id: dialect.id,
    extensions: dialect.extensions,
    languages: 'one',
    plurals: dialect.plurals,
    syntax: dialect.syntax,
    supports: dialect.holds,
    recognise: dialect.recognise,
    read: (bytes) => readJson(dialect, bytes),
    edit: guardEdit((document, edits, model) => editJson(dialect, document, edits, model)),
    create: (model, edits) => editJson(dialect, emptyJson(dialect, model), edits, model),
  }
}

/** An empty object that ends as the model does. */
export function emptyJson(dialect: JsonDialect, model: Document | null): Document {
  const eol = model?.text.includes('\r\n') ? '\r\n' : '\n'
  const endsOpen = model !== null && model.text !== '' && !/[\r\n]$/.test(model.text)
  return {
    format: dialect.id,
    text: endsOpen ? '{}' : `{}${eol}`,
    encoding: model?.encoding ?? { charset: 'utf-8', bom: false },
    entries: new Map(),
    issues: [],
  }
}
