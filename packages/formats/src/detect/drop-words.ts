import { baseLanguage, groupBy } from '@dragoman/core'
import { languageAmongOthers } from '../paths/language-name.ts'
import { LOCALE_FOLDER } from './locale-folder.ts'
import type { Reading } from './readings.ts'

/**
 * Drops readings of words as languages. ISO 639-2 has a second code of three letters for languages of two, and many of
 * them are also words or names: `mac` next to `win` is a system, and `eng` is a folder of build scripts in every
 * repository made with .NET's Arcade. Such a code counts next to other codes of three letters, or in a folder for
 * languages; one that is not also a word counts next to several other languages, too.
 * So do countries (`cn`) and regions that do not exist (`ckb-KU`), if there are at least as many regular languages.
 */
export function dropWords(readings: readonly Reading[], paths: readonly string[]): readonly Reading[] {
  const groups = groupBy(readings, placeOf)
  const known = new Set(paths)
  return readings.filter((reading) => {
    if (isIrregular(reading)) return areLanguages(groups.get(placeOf(reading)) ?? [])
    return !isLongCode(reading) || isLanguage(reading, groups, known)
  })
}

/** Returns whether a language is spelled in a way that only its neighbours show to be one. */
export function isIrregular({
  language,
  languageAsWritten,
}: Pick<Reading, 'language' | 'languageAsWritten'>): boolean {
  return language !== null && languageAmongOthers(languageAsWritten) === language
}

function areLanguages(group: readonly Reading[]): boolean {
  const regular = new Set<string>()
  const irregular = new Set<string>()
  for (const reading of group) {
    if (isIrregular(reading)) irregular.add(reading.languageAsWritten)
    else if (reading.language !== null) regular.add(reading.language)
  }
  return regular.size > 1 && regular.size >= irregular.size
}

/** A namespace of its own in the file's name has its own languages: `keys_mac` next to `texts_de`. */
function placeOf({ base, template, layout, namespace }: Reading): string {
  const isNamed = layout === 'language-before-extension' || layout === 'language-after-name'
  return [base, template, isNamed ? namespace : ''].join('\n')
}

/** Whether a reading has a code of three letters for a language that has one of two. */
function isLongCode({ language, languageAsWritten }: Reading): boolean {
  return /^[a-z]{3}$/i.test(languageAsWritten) && language !== null && baseLanguage(language).length === 2
}

function isLanguage(
  reading: Reading,
  groups: ReadonlyMap<string, readonly Reading[]>,
  paths: ReadonlySet<string>,
): boolean {
  const { base, layout, path, languageAsWritten: written } = reading
  const isSystem = SYSTEMS.includes(written.toLowerCase())
  if (isSystem && SYSTEMS.some((other) => other !== written && paths.has(renamed(path, written, other))))
    return false
  const others = (groups.get(placeOf(reading)) ?? []).filter(({ language }) => language !== reading.language)
  const words = new Set(others.map(({ languageAsWritten }) => languageAsWritten.toLowerCase()))
  if ([...words].some((word) => /^[a-z]{3}$/.test(word) && !WORDS.has(word))) return true
  const isAmongLanguages =
    (layout === 'folder-per-language' || layout === 'file-per-language') &&
    LOCALE_FOLDER.test(base.slice(base.lastIndexOf('/') + 1))
  return isAmongLanguages || (!WORDS.has(written.toLowerCase()) && words.size > 1)
}

/** Returns the path of the same file for another system; the last occurrence is the one that was read. */
function renamed(path: string, written: string, system: string): string {
  const at = path.lastIndexOf(written)
  return path.slice(0, at) + system + path.slice(at + written.length)
}

const SYSTEMS = ['win', 'windows', 'linux', 'unix', 'osx', 'macos', 'mac']

/** Codes of three letters that are also words or names. */
const WORDS: ReadonlySet<string> = new Set(
  'arm ben cat cor cos dan div ell eng est fin geo hat her ice kin lat lin lit mac mar may mon nor pan per run sag sin sun tel ton vol'.split(
    ' ',
  ),
)
