import type { FollowableI18n } from '../followable-i18n.ts'
import { keyName } from '../key-name.ts'
import { readMarks, writeMark } from './mark.ts'
import { endingsOf } from './plural-categories.ts'

/** A Dragoman string as i18next found it. */
export type FoundString = {
  readonly namespace: string
  /** Its name in Dragoman, without the plural suffix. */
  readonly key: string
  /** The plural category shown; `other` for a string without a plural. */
  readonly form: string
  /** The language of the text shown, which can be a fallback of the app. */
  readonly language: string
  /** The language that the app requested. */
  readonly askedLanguage: string
}

/** The used part of i18next, in addition to what live updates use. */
export type MarkableI18n = FollowableI18n & {
  readonly language?: string
  use(module: object): unknown
}

/** The details that i18next passes to a post-processor with `postProcessPassResolved`. */
type Details = {
  readonly count?: unknown
  readonly ordinal?: unknown
  readonly lng?: unknown
  readonly i18nResolved?: {
    readonly res?: unknown
    readonly exactUsedKey?: string
    readonly usedLng?: string
    readonly usedNS?: string
  }
}

const NAME = 'dragomanMarks'
/** The post-processor of `reportUsedKeys`. */
const REPORTS = 'dragomanReports'

type PassResolved = boolean | undefined
/**
 * How many markings of each app have not ended, as a component that mounts twice starts two that overlap; and
 * `postProcessPassResolved` as it was before them.
 */
const running = new WeakMap<MarkableI18n, [number, PassResolved]>()

/**
 * Indexed by the number in marks. Entries are never removed, because marks with their number can be anywhere.
 */
const strings: FoundString[] = []
const ids = new Map<string, number>()

/** Returns the strings of a mark; empty for numbers of other text that looks like a mark. */
export function stringsOf(numbers: readonly number[]): FoundString[] {
  return numbers.flatMap((number) => strings[number] ?? [])
}

/**
 * Marks every text that i18next finds from now on. Missing ones are not marked: they are not strings of
 * Dragoman, and apps compare them with their keys. Returns a function that ends it.
 */
export function markTexts(i18n: MarkableI18n): () => void {
  const options = i18n.options as {
    postProcess?: string | readonly string[] | false | undefined
    postProcessPassResolved?: PassResolved
  }
  const others = () => [options.postProcess || []].flat().filter((name) => name !== NAME)
  const markings = running.get(i18n) ?? [0, options.postProcessPassResolved]
  running.set(i18n, markings)
  markings[0]++
  i18n.use({
    type: 'postProcessor',
    name: NAME,
    process: (value: unknown, _key: unknown, details: Details) => withMark(i18n, value, details),
  })
  options.postProcess = [...others(), NAME]
  options.postProcessPassResolved = true
  return () => {
    if (--markings[0] > 0) return
    running.delete(i18n)
    options.postProcess = others()
    // Reports of used keys need it too.
    options.postProcessPassResolved = markings[1] || others().includes(REPORTS)
  }
}

function withMark(i18n: MarkableI18n, value: unknown, details: Details): unknown {
  const { res, exactUsedKey, usedLng, usedNS } = details.i18nResolved ?? {}
  if (typeof value !== 'string' || value === '' || typeof res !== 'string') return value
  if (exactUsedKey === undefined || usedLng === undefined || usedNS === undefined) return value
  // Texts interpolated into this one have marks too, which are merged into its own.
  const { text, marks } = readMarks(value)
  if (text === '') return value
  const { key, form } = keyAndForm(exactUsedKey, details, i18n.options)
  const id = idOf({
    namespace: usedNS,
    key: keyName(i18n, key),
    form,
    language: usedLng,
    askedLanguage: typeof details.lng === 'string' ? details.lng : (i18n.language ?? usedLng),
  })
  const others = marks.flatMap((mark) => mark.ids)
  return text + writeMark({ length: plainLength(text), ids: [...new Set([id, ...others])] })
}

function keyAndForm(exactKey: string, { count, ordinal }: Details, options: object) {
  if (count !== undefined && typeof count !== 'string')
    for (const plural of pluralsOf(ordinal, options))
      for (const [form, ending] of endingsOf(plural, options))
        if (exactKey.endsWith(ending))
          return { key: exactKey.slice(0, exactKey.length - ending.length), form }
  return { key: exactKey, form: 'other' }
}

/** Returns the kinds of plural that a key can have in an app with these options. */
function pluralsOf(ordinal: unknown, options: { readonly compatibilityJSON?: string }) {
  if (options.compatibilityJSON === 'v3') return ['cardinal-v3'] as const
  return ordinal ? (['ordinal', 'cardinal'] as const) : (['cardinal'] as const)
}

function idOf(string: FoundString): number {
  const name = JSON.stringify(string)
  let id = ids.get(name)
  if (id === undefined) {
    id = strings.push(string) - 1
    ids.set(name, id)
  }
  return id
}

/** Returns the length of a text after its tags have become elements. */
function plainLength(text: string): number {
  return text.replace(/<\/?[a-zA-Z0-9][^<>]*>/g, '').length
}
