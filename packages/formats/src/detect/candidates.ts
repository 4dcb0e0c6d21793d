import { compareTexts, groupBy, isNamespace } from '@dragoman/core'
import { languageOfName } from '../paths/language-name.ts'
import { DEFAULT_NAMESPACE } from '../paths/path-pattern.ts'
import type { Layout, SkippedFile } from './detection.ts'
import type { Family } from './families.ts'
import { isNamedForTexts, LOCALE_FOLDER } from './locale-folder.ts'
import { MOKO_SOURCE, type Reading } from './readings.ts'

/** Files that match one pattern, rated by their paths only. */
export type Candidate = {
  readonly layout: Layout
  readonly family: Family
  readonly base: string
  readonly template: string
  readonly files: readonly CandidateFile[]
  /** Files that match the pattern and cannot be used. */
  readonly unfit: readonly SkippedFile[]
  readonly score: number
  /** Whether neither names nor folders show that these are locale files, so that their content has to. */
  readonly isToProve: boolean
  /** The readings it is based on, to rate it again with another source language. */
  readonly readings: readonly Reading[]
}

export type CandidateFile = {
  readonly path: string
  /** Null: not in the path. */
  readonly language: string | null
  readonly languageAsWritten: string
  readonly namespace: string
}

/**
 * Returns the readings as candidates, the most likely first; `sourceLanguage` is that of files without a
 * language in their path.
 */
export function candidatesFrom(
  readings: readonly Reading[],
  sourceLanguage: string | null,
): readonly Candidate[] {
  const groups = groupBy(readings, (reading) => `${reading.base}\n${reading.template}`)
  return [...groups.values()]
    .flatMap((group) => scoreCandidate(group, sourceLanguage) ?? [])
    .filter((candidate) => candidate.score > 0)
    .sort((a, b) => b.score - a.score || compareTexts(a.base, b.base) || compareTexts(a.template, b.template))
}

/** Rates a candidate. `sourceLanguage` is that of files without a language in their path; null: unknown. */
export function scoreCandidate(group: readonly Reading[], sourceLanguage: string | null): Candidate | null {
  const [first] = group
  if (first === undefined) return null
  const { layout, family, base, template } = first
  const counts = new Map<string, number>()
  for (const { languageAsWritten } of group)
    counts.set(languageAsWritten, (counts.get(languageAsWritten) ?? 0) + 1)
  // If there are `en-US` and `en_US`, the project uses the spelling with more files; a file without a
  // language comes before one with it.
  const rank = (reading: Reading) =>
    isBare(reading) ? Number.POSITIVE_INFINITY : (counts.get(reading.languageAsWritten) ?? 0)
  const ordered = group
    .filter((reading) => isWanted(reading, group))
    .sort((a, b) => Number(isExact(b)) - Number(isExact(a)) || rank(b) - rank(a))
  const files = new Map<string, CandidateFile>()
  const unfit: SkippedFile[] = []
  const isInside = layout === 'languages-in-file'
  for (const { path, language, languageAsWritten, namespace = DEFAULT_NAMESPACE } of ordered) {
    const meant = language ?? (isInside ? null : (sourceLanguage ?? 'en'))
    const id = `${meant}\n${namespace}`
    if (!isNamespace(namespace)) unfit.push({ path, reason: 'unusable-namespace' })
    else if (files.has(id)) unfit.push({ path, reason: 'same-language-twice' })
    else files.set(id, { path, language, languageAsWritten, namespace })
  }
  const kept = [...files.values()].sort((a, b) => compareTexts(a.path, b.path))
  const score = scoreOf(first, kept)
  return {
    layout,
    family,
    base,
    template,
    files: kept,
    unfit,
    score,
    isToProve: score === TO_PROVE,
    readings: group,
  }
}

/**
 * Returns whether a file is named by the canonical tag of its language: `he.json`, and not `iw.json`. A file
 * without a language in its path is just as exact; Apple's `Base` is not, as iOS uses it only if no language fits.
 */
function isExact({ language, languageAsWritten }: Reading): boolean {
  if (language === null) return languageAsWritten !== 'Base'
  return languageAsWritten.replaceAll('_', '-').toLowerCase() === language.toLowerCase()
}

function isBare(reading: Reading): boolean {
  return reading.language === null && ['', MOKO_SOURCE].includes(reading.languageAsWritten)
}

/**
 * Returns whether a file is relevant. Files without a language are everywhere (`colors.xml`,
 * `application.properties`): one is relevant next to its translations, or by its name.
 */
function isWanted(reading: Reading, group: readonly Reading[]): boolean {
  if (!isBare(reading) || reading.layout === 'languages-in-file') return true
  const translated = group.filter((other) => other.language !== null)
  if (translated.length === 0) return SOURCE_NAME.test(reading.namespace ?? '')
  // `Strings.qps-Ploc.resx` is `Strings` in a pseudo language, not a separate resource.
  if (reading.family.bare === '.')
    return !translated.some((other) => reading.namespace?.startsWith(`${other.namespace}.`))
  return translated.some((other) => other.namespace === reading.namespace)
}

const SOURCE_NAME =
  /(?:^|\/)(?:strings?|messages?|labels|texts|translations?|i18n|lang|\w*resources?|locallang\w*|\w*bundle)$/i

/** Whether the layout, a folder or, for a multilingual file, its name shows that these are locale files. */
function isNamed({ base, template, layout }: Reading, files: readonly CandidateFile[]): boolean {
  if (layout === 'languages-in-file') return files.some(({ path }) => isNamedForTexts(path))
  return (
    NAMED_BY_LAYOUT.has(layout) ||
    foldersOf({ base, template }).some((segment) => LOCALE_FOLDER.test(segment))
  )
}

function foldersOf({ base, template }: Pick<Reading, 'base' | 'template'>): readonly string[] {
  return [...base.split('/'), ...template.split('/').slice(0, -1)]
}

/**
 * Rates files: with more languages and more files, a project is more likely; a single language counts if the
 * folder's name or English supports it. Extensions that many other files have need the name or several
 * languages.
 */
function scoreOf(first: Reading, files: readonly CandidateFile[]): number {
  const { family, layout } = first
  const folders = foldersOf(first)
  if (folders.some(isTestFolder)) return 0
  const languages = new Set(files.map((file) => file.language))
  const hasName = isNamed(first, files)
  const hasEnglish = [...languages].some((language) => language === null || /^en(?:-|$)/.test(language))
  const named = files.filter((file) => file.language !== null)
  // A word after `x-` is a language next to others only.
  if (named.length > 0 && named.every(({ language }) => language?.startsWith('x-'))) return 0
  if (layout === 'languages-in-file') {
    if (family.isCommon && !hasName) return family.provesItself ? TO_PROVE : 0
    return files.length + (family.isCommon ? 1 : 15)
  }
  if (
    layout === 'language-names' &&
    files.filter((file) => languageOfName(file.languageAsWritten) !== null).length < 2
  )
    return 0
  if (family.isCommon && !family.isPlain && !hasName && !(languages.size > 1 && hasEnglish))
    return family.provesItself && layout === 'file-per-language' ? TO_PROVE : 0
  if (languages.size < 2 && !family.isPlain) {
    if (!hasName && !hasEnglish) return 0
    // Many names contain a hyphen or underscore, so a single file proves nothing.
    if (layout === 'language-after-name' && named.length > 0) return 0
  }
  // Services, units and words also have names of three letters, while most languages have two, unless a
  // folder shows otherwise.
  const short = [...languages].filter((language) => language === null || /^[a-z]{2}(?:-|$)/.test(language))
  if (!hasName && !family.isPlain && short.length * 2 < languages.size) return 0
  const examples = folders.some((segment) => EXAMPLE_FOLDER.test(segment)) ? 0.1 : 1
  const isSourceOnly = named.length === 0 ? 0.5 : 1
  return (
    (files.length + languages.size * 10 + (hasName ? 15 : 0) + (hasEnglish ? 5 : 0)) * examples * isSourceOnly
  )
}

/** Less than any rating based on names and folders. */
const TO_PROVE = 0.5

const NAMED_BY_LAYOUT: ReadonlySet<Layout> = new Set(['android-values', 'apple-lproj', 'gettext-locale'])
/**
 * Returns whether a folder has test data, which no one translates. Users who want to translate it can open
 * the folder itself.
 */
export function isTestFolder(name: string): boolean {
  return TEST_FOLDER.test(name)
}

const TEST_FOLDER =
  /^(?:__tests__|__mocks__|__fixtures__|tests?|specs?|fixtures?|test-?(?:data|cases|suite)|androidTest|mocks?)$/i
const EXAMPLE_FOLDER = /^(?:examples?|samples?|demos?|playground|templates?)$/i
