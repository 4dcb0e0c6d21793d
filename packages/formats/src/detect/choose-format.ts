import { decodeBytes } from '../bytes/decode.ts'
import type { Format, Recognition } from '../format.ts'
import { goI18nJson } from '../json/go-i18n-json.ts'
import type { Doubt } from './detection.ts'
import type { Family } from './families.ts'
import type { FolderContent } from './folder-content.ts'
import { hasInvalidTexts, isOwnSign } from './has-invalid-texts.ts'
import { parentOf } from './merge-folders.ts'

/** The format of a group of files, and the files that are not in it. */
export type FormatChoice = {
  readonly format: Format
  /** All formats that could read the files, the most likely first. */
  readonly formats: readonly string[]
  readonly reason: string
  readonly refused: ReadonlySet<string>
  /** Another format that the files show nearly as clearly. */
  readonly doubts: readonly Doubt[]
}

/**
 * Determines the format of files in similar locations by their beginnings, rated together; null if they are
 * not locale files.
 */
export async function chooseFormat(
  family: Family,
  heads: ReadonlyMap<string, string>,
  { content, base, isToProve, sources }: ChoiceRequest,
): Promise<FormatChoice | null> {
  const formats = family.formats
  let judged: readonly Judged[] = [...heads].map(([path, head]) => recogniseFile(path, head, formats))
  if (!isLikely(judged, isToProve ? 3 : family.isCommon ? 2 : 1)) return null
  const neighbour = formats.length > 1 ? await neighbourOf(base, content) : null
  let ranked = rank(judged, formats, neighbour)
  if (formats.length > 1 && (ranked[0]?.votes ?? 0) < 2) {
    judged = await recogniseWholeFile(judged, formats, content)
    ranked = rank(judged, formats, neighbour)
  }
  const invalid = new Set<Format>()
  for (const { format, signs } of ranked) {
    if (signs === 0 || format.id === neighbour) continue
    const isShown = judged.some(({ recognitions }) => isOwnSign(recognitions.get(format) ?? UNKNOWN))
    if (!isShown && (await hasInvalidTexts(format, sources, content))) invalid.add(format)
  }
  if (invalid.size > 0) ranked = withoutSignsOf(invalid, ranked)
  const [best] = ranked
  if (best === undefined) return null
  const isRefused = (file: Judged) =>
    isOther(file, best.format) || (isToProve && file.recognitions.get(best.format)?.certainty !== 3)
  const refused = judged.filter((file) => !file.isEmpty && isRefused(file)).map((file) => file.path)
  return {
    format: best.format,
    formats: ranked
      .filter(({ votes, format }) => votes > 0 || format === best.format || canRead(judged, format))
      .map(({ format }) => format.id),
    reason: best.reason,
    refused: new Set(refused),
    doubts: doubtsOf(ranked, neighbour),
  }
}

/** How many of the best format's votes another one must have. */
const NEARLY = 0.75
/** Two formats that show `{name}` only are as likely as each other. */
const CLEAR_VOTES = 2

/** Returns the second format as a doubt if it is shown nearly as clearly, and no library decides. */
function doubtsOf(ranked: readonly Ranked[], neighbour: string | null): readonly Doubt[] {
  const [best, ...others] = ranked
  const [other] = others.toSorted((a, b) => b.signs - a.signs)
  if (best === undefined || other === undefined || neighbour === best.format.id || other.signs === 0)
    return []
  const isNear = best.votes < CLEAR_VOTES || other.votes >= best.votes * NEARLY
  return isNear ? [{ kind: 'format', choices: [best.format.id, other.format.id] }] : []
}

export type ChoiceRequest = {
  readonly content: FolderContent
  readonly base: string
  /** Whether only the content can show that these are locale files. */
  readonly isToProve: boolean
  /** The files that are likely to have the source texts. */
  readonly sources: readonly string[]
}

const UNKNOWN: Recognition = { certainty: 0, reason: '' }

/** A text, or the absence of one in an untranslated file. */
const JSON_TEXT = /:\s*(?:"|null\b)/
const JSON_VALUE = /:\s*(?:[-\d]|true\b|false\b)/

type Judged = {
  readonly path: string
  readonly isEmpty: boolean
  readonly recognitions: ReadonlyMap<Format, Recognition>
}

function recogniseFile(path: string, head: string, formats: readonly Format[]): Judged {
  const isEmpty = /^\s*(?:\{\s*\}\s*)?$/.test(head)
  // A single value, or a list without ids, is not a catalog, even if its texts look like one; nor are settings without
  // a text.
  const isOtherJson =
    /\.json$/i.test(path) &&
    ((!/^\s*(?:\{|\/[/*])/.test(head) && !isList(path, head)) ||
      (!JSON_TEXT.test(head) && JSON_VALUE.test(head)))
  return {
    path,
    isEmpty,
    recognitions: new Map(isOtherJson ? [] : formats.map((format) => [format, format.recognise(path, head)])),
  }
}

/** Whether a file is a list of messages that have ids. */
function isList(path: string, head: string): boolean {
  return goI18nJson.recognise(path, head).certainty > 0
}

/**
 * Whether a file is not in the format of the group. The syntax of a few texts, such as a bar between words,
 * is not enough: every dialect of JSON reads the others' files.
 */
function isOther(file: Judged, format: Format): boolean {
  const own = file.recognitions.get(format)
  if (own === undefined || own.certainty > 0) return own === undefined
  const others = [...file.recognitions].filter(([, { certainty }]) => certainty >= 2)
  return (
    own.reason !== 'other-json-dialect' ||
    others.some(([other, { certainty }]) => certainty === 3 || other.id === 'json5')
  )
}

/**
 * Returns whether at least half of the files with content look like locale files. If the extension is common
 * or no name shows it, they must clearly do so.
 */
function isLikely(judged: readonly Judged[], least: Recognition['certainty']): boolean {
  const filled = judged.filter((file) => !file.isEmpty)
  if (filled.length === 0) return judged.length > 0 && least < 2
  const fitting = filled.filter((file) =>
    [...file.recognitions.values()].some(({ certainty }) => certainty >= least),
  )
  return fitting.length * 2 >= filled.length
}

const WHOLE_FILES = 4
const WHOLE_BYTES = 256 * 1024

/** Reads more of some files if hardly any starts with a sign of its dialect. */
async function recogniseWholeFile(
  judged: readonly Judged[],
  formats: readonly Format[],
  content: FolderContent,
): Promise<readonly Judged[]> {
  const whole = new Map<string, Judged>()
  const step = Math.max(1, Math.floor(judged.length / WHOLE_FILES))
  for (let i = 0; i < judged.length && whole.size < WHOLE_FILES; i += step) {
    const path = judged[i]?.path ?? ''
    const { text } = decodeBytes((await content.bytes(path)).subarray(0, WHOLE_BYTES))
    whole.set(path, recogniseFile(path, text, formats))
  }
  return judged.map((file) => whole.get(file.path) ?? file)
}

type Ranked = {
  readonly format: Format
  readonly votes: number
  /** Votes, or what is not enough for one. */
  readonly signs: number
  readonly reason: string
}

/**
 * Ranks formats by the files that clearly show their dialect. The usual format only loses to one that several
 * files show, if there are several.
 */
function rank(
  judged: readonly Judged[],
  formats: readonly Format[],
  neighbour: string | null,
): readonly Ranked[] {
  const [usual] = formats
  const isOtherFramework = neighbour === OTHER_FRAMEWORK
  const filled = judged.filter((file) => !file.isEmpty).length
  const ranked = formats.map((format): Ranked => {
    let votes = 0
    let hints = 0
    const reasons = new Map<string, number>()
    for (const { recognitions } of judged) {
      const { certainty = 0, reason = '' } = recognitions.get(format) ?? {}
      // A bar in a program that is not made with Vue is punctuation.
      const isPunctuation = isOtherFramework && hasBars(recognitions)
      if (certainty >= 2 && !isPunctuation) votes += certainty === 3 ? 2 : 1
      const hint = isPunctuation ? 'named-placeholders' : certainty === 1 ? reason : ''
      hints += HINTS.get(hint)?.(format.id, isOtherFramework) ?? 0
      reasons.set(reason, (reasons.get(reason) ?? 0) + certainty * certainty)
    }
    if (votes === 1 && filled > 2 && format !== usual) votes = 0
    // Single braces in many files are not i18next's.
    if (votes === 0 && hints >= 0.4) votes = Math.min(hints, 1.9)
    const signs = Math.max(votes, hints)
    // A dependency of the program counts as much as a third of its files.
    if (neighbour === format.id)
      return {
        format,
        votes: votes + Math.max(2, filled / 3),
        signs: signs + Math.max(2, filled / 3),
        reason: votes === 0 ? 'neighbour-package' : strongest(reasons),
      }
    return { format, votes, signs, reason: strongest(reasons) }
  })
  return ranked.sort((a, b) => b.votes - a.votes || formats.indexOf(a.format) - formats.indexOf(b.format))
}

/**
 * Ranks formats in which the texts are invalid last. If no other dialect has a sign, theirs are those of plain JSON,
 * which has no grammar.
 */
function withoutSignsOf(invalid: ReadonlySet<Format>, ranked: readonly Ranked[]): readonly Ranked[] {
  const valid = ranked.filter(({ format }) => !invalid.has(format))
  const others = ranked.filter(({ format }) => invalid.has(format))
  const isOpen = valid.some(({ format, signs }) => signs > 0 && format.id !== PLAIN)
  const votes = isOpen ? 0 : Math.max(...others.map((one) => one.votes))
  const signs = isOpen ? 0 : Math.max(...others.map((one) => one.signs))
  const raised = valid.map((one): Ranked => {
    if (one.format.id !== PLAIN) return one
    return { ...one, votes: Math.max(one.votes, votes), signs: Math.max(one.signs, signs) }
  })
  const last = others.map((one): Ranked => ({ ...one, votes: 0, signs: 0 }))
  return [...raised.toSorted((a, b) => b.votes - a.votes), ...last]
}

const PLAIN = 'json'

function hasBars(recognitions: Judged['recognitions']): boolean {
  return [...recognitions.values()].some(({ reason }) => reason === 'bars-between-forms')
}

type Hint = (format: string, isOtherFramework: boolean) => number

/**
 * How strongly a kind of placeholder points to each of the formats that use it. Among those with `{name}`, nested files
 * are more often vue-i18n's; a program made with another framework does not use vue-i18n.
 */
const HINTS: ReadonlyMap<string, Hint> = new Map<string, Hint>([
  [
    'named-placeholders',
    (format: string, isOther: boolean) => {
      if (format === 'vue-i18n-json') return isOther ? 0 : 0.2
      if (format === 'icu-json') return 0.1
      return isOther && format === 'json' ? 0.2 : 0
    },
  ],
  ['numbered-placeholders', (format: string) => (format === 'json' ? 0.4 : 0)],
])

function strongest(reasons: ReadonlyMap<string, number>): string {
  return [...reasons].reduce((most, entry) => (entry[1] > most[1] ? entry : most), ['', -1] as const)[0]
}

function canRead(judged: readonly Judged[], format: Format): boolean {
  return format.readsAnyFile === true && judged.every((file) => file.isEmpty || file.recognitions.size > 0)
}

/**
 * Returns the dialect of a library that the program depends on, according to dependency files in the folder
 * or above.
 */
async function neighbourOf(base: string, content: FolderContent): Promise<string | null> {
  let framework: string | null = null
  for (let folder = base; ; folder = parentOf(folder)) {
    const prefix = folder === '' ? '' : `${folder}/`
    for (const [name, libraries] of NEIGHBOURS) {
      const { text } = decodeBytes((await content.bytes(prefix + name)).subarray(0, WHOLE_BYTES))
      const found = text === '' ? undefined : libraries.find(([library]) => library.test(text))?.[1]
      if (found === OTHER_FRAMEWORK) framework = found
      else if (found !== undefined) return found
    }
    if (folder === '') return framework
  }
}

/** Instead of a dialect: the program is made with a framework that is not Vue, and no library for texts is known. */
const OTHER_FRAMEWORK = 'not-vue'

const NEIGHBOURS: readonly (readonly [string, readonly (readonly [RegExp, string])[]])[] = [
  [
    'package.json',
    [
      [/"(?:(?:react-|next-)?i18next|i18next-\w+)"\s*:/, 'i18next-json'],
      [/"(?:vue-i18n|@nuxtjs\/i18n|@intlify\/[\w-]+|petite-vue-i18n)"\s*:/, 'vue-i18n-json'],
      [
        /"(?:react-intl|next-intl|@formatjs\/[\w-]+|intl-messageformat|svelte-i18n|use-intl)"\s*:/,
        'icu-json',
      ],
      [/"(?:react|preact|svelte|solid-js|@angular\/core|lit)"\s*:/, OTHER_FRAMEWORK],
    ],
  ],
  ['pubspec.yaml', [[/^[ \t]+slang(?:_flutter)?\s*:/m, 'slang-json']]],
  ['composer.json', [[/"laravel\/framework"\s*:/, 'laravel-json']]],
  ['Gemfile', [[/^[ \t]*gem[ \t]+['"]rails['"]/m, 'rails-yaml']]],
]
