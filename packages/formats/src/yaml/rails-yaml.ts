import { tagFromPath } from '@dragoman/core'
import { decodeBytes } from '../bytes/decode.ts'
import type { FileLanguages } from '../format.ts'
import { readDraft } from './read-draft.ts'
import { languageOfRoot, languageRoots } from './read-yaml.ts'
import { recogniseRails } from './recognise-yaml.ts'
import { yamlFormat } from './yaml-format.ts'

/**
 * YAML of Ruby on Rails: below a root key that is the language, maps of plural categories are the forms of
 * one text.
 */
export const railsYaml = yamlFormat(
  { id: 'rails-yaml', hasLanguages: true },
  {
    about: 'Rails: the language is the root key',
    languages: 'one',
    allowsAnyName: true,
    readsAnyFile: true,
    recognise: recogniseRails,
    languagesIn,
  },
)

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
