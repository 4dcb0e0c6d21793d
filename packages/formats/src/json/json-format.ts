import { guardEdit } from '../edit/guard-edit.ts'
import { JSON_STRUCTURE } from '../file-structure.ts'
import type { Format } from '../format.ts'
import { editJson } from './edit-json.ts'
import { emptyJson } from './empty-json.ts'
import type { JsonDialect } from './json-dialect.ts'
import { readJson } from './read-json.ts'

/** Returns the format of a dialect of JSON whose files have one language each. */
export function jsonFormat(dialect: JsonDialect): Format {
  return {
    id: dialect.id,
    about: dialect.about,
    extensions: dialect.extensions,
    families: dialect.families,
    languages: 'one',
    plurals: dialect.plurals,
    syntax: dialect.syntax,
    allowsAnyName: true,
    supports: dialect.capabilities,
    readsAnyFile: true,
    ...(dialect.needsValidTexts === undefined ? {} : { needsValidTexts: true }),
    ...(dialect.newFileName === undefined ? {} : { newFileName: dialect.newFileName }),
    ...(dialect.grammar.leadWithComment === undefined ? { structure: JSON_STRUCTURE } : {}),
    recognise: dialect.recognise,
    read: (bytes) => readJson(dialect, bytes),
    edit: guardEdit((document, edits, model) => editJson(dialect, document, edits, model)),
    create: (model, edits) => editJson(dialect, emptyJson(dialect.id, model), edits, model),
  }
}
