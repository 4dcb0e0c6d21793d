import { tagFromPath } from '@dragoman/core'
import { decodeBytes } from '../bytes/decode.ts'
import type { FileLanguages, Recognition } from '../format.ts'
import { languageOfName } from '../paths/language-name.ts'
import { rootsIn } from './rails-yaml.ts'
import { readYaml, type YamlKind } from './read-yaml.ts'
import { recogniseRails } from './recognise-yaml.ts'
import { yamlFormat } from './yaml-format.ts'

const KIND: YamlKind = { id: 'rails-yaml-many', hasLanguages: true, hasMany: true }

/** YAML of Ruby on Rails with several languages in one file, each below a root key: `config/locales/i18n.yml`. */
export const railsYamlMany = yamlFormat(KIND, {
  about: 'Rails: all languages in one file, as root keys',
  languages: 'many',
  alwaysNamesLanguages: true,
  recognise,
  languagesIn,
})

function recognise(path: string, head: string): Recognition {
  if (namesLanguage(path)) return { certainty: 0, reason: 'language-in-path' }
  const { certainty, reason } = recogniseRails(path, head)
  return certainty === 0 ? { certainty, reason } : { certainty: 2, reason: 'language-roots' }
}

/** Whether the name of the file, or a folder of two letters, is that of a language: then the file has that one only. */
function namesLanguage(path: string): boolean {
  const folders = path.split('/')
  const stem = (folders.pop() ?? '').replace(/\.ya?ml$/i, '')
  const end = /[._-]([A-Za-z]{2}(?:[-_][A-Za-z]{2,4})?)$/.exec(stem)?.[1]
  const parts = [
    stem,
    end ?? '',
    ...folders.filter((folder) => /^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/.test(folder)),
  ]
  return parts.some((part) => tagFromPath(part) !== null)
}

/** Returns the languages of a file that has several; none of a list of languages, whose texts are their names. */
function languagesIn(bytes: Uint8Array): FileLanguages {
  const roots = rootsIn(bytes).filter((root) => tagFromPath(root) !== null)
  return { source: null, targets: roots.length < 2 || listsLanguages(bytes, roots) ? [] : roots }
}

/** How many texts an item of a list of languages has: its name, the name in the language itself, a flag, … */
const FEW = 5

function listsLanguages(bytes: Uint8Array, roots: readonly string[]): boolean {
  if (decodeBytes(bytes).text.length > roots.length * 1000) return false
  const views = roots.flatMap((root) => tagFromPath(root) ?? [])
  const lists = views.map((language) => readYaml(KIND, bytes, { language, side: 'target' }).entries)
  return (
    lists.every(({ size }) => size <= FEW) &&
    lists.some((entries) => [...entries.values()].some(({ text }) => languageOfName(text) !== null))
  )
}
