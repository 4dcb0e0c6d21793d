import { guardEdit } from '../edit/guard-edit.ts'
import { JSON_STRUCTURE } from '../file-structure.ts'
import type { Format } from '../format.ts'
import { editJson } from './edit-json.ts'
import { emptyJson } from './empty-json.ts'
import { isFoundFirst } from './entry-name.ts'
import type { JsonDialect } from './json-dialect.ts'
import { JSON_FILES } from './json-files.ts'
import { readJson } from './read-json.ts'
import { type DialectId, recogniserOf } from './recognise-json.ts'
import { strictJson } from './strict-json.ts'

/** The facts in which formats of JSON differ; absent: files of strict JSON with the usual paths. */
type JsonFacts = Pick<
  Format,
  'about' | 'plurals' | 'syntax' | 'supports' | 'needsValidTexts' | 'newFileName'
> &
  Partial<Pick<Format, 'extensions' | 'families'>> & { readonly id: DialectId }

type DialectDefaults = Pick<JsonDialect, 'grammar' | 'passesOverEmpty' | 'isPreferred'>

/** Returns the format of a dialect of JSON whose files have one language each. */
export function jsonFormat(
  facts: JsonFacts,
  own: Omit<JsonDialect, 'id' | keyof DialectDefaults> & Partial<DialectDefaults>,
): Format {
  const { id } = facts
  const defaults: DialectDefaults = { grammar: strictJson, passesOverEmpty: false, isPreferred: isFoundFirst }
  const dialect: JsonDialect = { id, ...defaults, ...own }
  return {
    extensions: ['.json'],
    families: [JSON_FILES],
    ...facts,
    languages: 'one',
    allowsAnyName: true,
    readsAnyFile: true,
    ...(dialect.grammar.leadWithComment === undefined ? { structure: JSON_STRUCTURE } : {}),
    recognise: recogniserOf(id),
    read: (bytes) => readJson(dialect, bytes),
    edit: guardEdit((document, edits, model) => editJson(dialect, document, edits, model)),
    create: (model, edits) => editJson(dialect, emptyJson(id, model), edits, model),
  }
}
