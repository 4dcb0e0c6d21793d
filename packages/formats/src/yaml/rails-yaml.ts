import { tagFromPath } from '@dragoman/core'
import { decodeBytes } from '../bytes/decode.ts'
import { guardEdit } from '../edit/guard-edit.ts'
import type { FileLanguages, Format } from '../format.ts'
import { createYaml, editYaml } from './edit-yaml.ts'
import { readDraft } from './read-draft.ts'
import { languageOfRoot, languageRoots, readYaml, type YamlKind } from './read-yaml.ts'
import { recogniseRails } from './recognise-yaml.ts'
import { YAML_FILES } from './yaml-files.ts'

const KIND: YamlKind = { id: 'rails-yaml', hasLanguages: true }

/**
 * YAML of Ruby on Rails: below a root key that is the language, maps of plural categories are the forms of
 * one text.
 */
export const railsYaml: Format = {
  id: KIND.id,
  about: 'Rails: the language is the root key',
  extensions: ['.yml', '.yaml'],
  families: [YAML_FILES],
  languages: 'one',
  plurals: 'units',
  syntax: 'ruby',
  allowsAnyName: true,
  readsAnyFile: true,
  supports: ['plural', 'comment', 'nesting'],
  recognise: recogniseRails,
  languagesIn,
  read: (bytes, view) => readYaml(KIND, bytes, view),
  edit: guardEdit((document, edits, model) => editYaml(KIND, document, edits, model)),
  create: (model, edits, view) => createYaml(KIND, model, edits, view),
}

function languagesIn(bytes: Uint8Array): FileLanguages {
  const roots = rootsIn(bytes)
  const isOnly = roots.length === 1
  return { source: null, targets: roots.filter((root) => isOnly || tagFromPath(root) !== null) }
}

/** Returns the root keys with texts, as written and each once. */
export function rootsIn(bytes: Uint8Array): readonly string[] {
  const { text, issue } = decodeBytes(bytes)
  if (issue !== null) return []
  try {
    const { draft } = readDraft({ text, hasSymbols: true })
    return draft === null ? [] : [...new Set(languageRoots(draft).map(languageOfRoot))]
  } catch (failure) {
    if (failure instanceof RangeError) return []
    throw failure
  }
}
