import { decodeBytes } from '../bytes/decode.ts'
import { guardEdit } from '../edit/guard-edit.ts'
import { newDocument } from '../edit/new-file.ts'
import { fileFamily } from '../file-family.ts'
import type { Document, EntryEdit, FileLanguages, Format, View } from '../format.ts'
import { languageTag } from '../source/language-tag.ts'
import { editToml } from './edit-toml.ts'
import { readToml, TOML } from './read-toml.ts'
import { recogniseToml } from './recognise-toml.ts'
import { tomlLayout } from './toml-layout.ts'
import type { TomlPair, TomlStatement } from './toml-statement.ts'
import { readTree } from './toml-tree.ts'

/**
 * TOML 1.0: messages of go-i18n and Hugo, nested texts of one language, or one table per key with a line per
 * language.
 */
export const toml: Format = {
  id: TOML,
  about: 'Hugo, go-i18n and other TOML',
  extensions: ['.toml'],
  families: [fileFamily(['.toml'], ['folder', 'file', 'dot', 'inside'], { isCommon: true })],
  languages: 'many',
  plurals: 'units',
  syntax: 'go-template',
  allowsAnyName: true,
  supports: ['plural', 'comment', 'nesting'],
  structure: { kind: 'toml' },
  recognise: recogniseToml,
  languagesIn: languagesOfToml,
  read: readToml,
  edit: guardEdit(editToml),
  create(model: Document | null, edits: readonly EntryEdit[], view?: View) {
    const empty = newDocument(TOML, '', { model, view })
    return editToml(empty, edits, model)
  },
}

/**
 * Whether the file can have many languages, by one statement; for most files their first text excludes that.
 */
function canHaveMany(statement: TomlStatement): boolean {
  return statement.kind === 'pair' ? isOfLanguages(statement) : statement.kind === 'table'
}

function isOfLanguages({ keys, value }: TomlPair): boolean {
  if (value.kind === 'string') return languageTag(keys.at(-1)?.value ?? '') !== null
  return value.kind !== 'table' || value.members.every(isOfLanguages)
}

/** Returns the languages of a file; no targets if it has one language and does not name it. */
function languagesOfToml(bytes: Uint8Array): FileLanguages {
  const { text, issue } = decodeBytes(bytes)
  const layout = issue === null ? tomlLayout(readTree(text, canHaveMany).root) : null
  return { source: null, targets: layout?.kind === 'many' ? layout.languages : [] }
}
