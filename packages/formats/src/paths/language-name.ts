import { isKnownLanguage, isPrivateLanguage, parseTag, tagFromPath } from '@dragoman/core'

/**
 * Returns the tag for an English language name: `German`, `Simplified_Chinese`, `Portuguese (Brazil)`; null
 * for other words.
 */
export function languageOfName(text: string): string | null {
  if (!/^\p{Lu}\p{L}+[\p{L} _()-]*$/u.test(text)) return null
  const name = foldName(text)
  const known = languages().get(name)
  if (known !== undefined) return known
  const [, base = '', place = ''] = /^(.+?) ?\((.+)\)$/.exec(name) ?? []
  const language = languages().get(base)
  const subtag = places().get(place)
  return language === undefined || subtag === undefined ? null : `${language}-${subtag}`
}

/**
 * Like `tagFromPath`, for a part of a name, in which `app_ar` is an app in Arabic, and `euc-jp` is an
 * encoding rather than a language.
 */
export function languageInName(text: string): string | null {
  // Nearly all names are not languages, and there are very many of them.
  if (!/^(?:[A-Za-z]{2,3}(?![A-Za-z])|b\+|x-)/i.test(text) || text.length > LONGEST) return null
  const tag = tagFromPath(text)
  if (tag === null || !tag.includes('-') || isPrivateLanguage(tag)) return tag
  const [first = ''] = tag.split('-')
  return first === 'art' || isKnownLanguage(first) ? tag : null
}

/**
 * Returns the tag for what is no language alone, but among languages: `cn`, which many write instead of `zh`, and a
 * known language with a region that does not exist, `ckb-KU`. Null for other texts, and for languages.
 */
export function languageAmongOthers(text: string): string | null {
  const meant = COUNTRIES.get(text.toLowerCase())
  if (meant !== undefined) return meant
  const [, language = '', region = ''] = /^([A-Za-z]{2,3})[-_]r?([A-Z]{2})$/.exec(text) ?? []
  if (!isKnownLanguage(language.toLowerCase()) || tagFromPath(text) !== null) return null
  const parsed = parseTag(`${language}-${region}`)
  return parsed.ok ? parsed.tag : null
}

/** Countries with one main language whose codes are no languages, and the code of that language. */
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['cn', 'zh'],
  ['cz', 'cs'],
  ['dk', 'da'],
  ['gr', 'el'],
  ['jp', 'ja'],
  ['ua', 'uk'],
  ['vn', 'vi'],
])

/**
 * Returns the English name of a language, spelled like its siblings: with `_` or blanks, `Simplified Chinese`
 * or `Chinese (Simplified)`.
 */
export function nameOfLanguage(tag: string, siblings: readonly string[]): string {
  const hasBrackets = siblings.some((sibling) => sibling.includes('('))
  const name = namesOf('language', hasBrackets ? 'standard' : 'dialect').of(tag) ?? tag
  return siblings.some((sibling) => sibling.includes('_')) ? name.replaceAll(' ', '_') : name
}

/** Longer than any tag with its longest spelling, `ca@valencia`. */
const LONGEST = 40

function foldName(text: string): string {
  return text.toLowerCase().replaceAll(/[_ -]+/g, ' ')
}

/** Languages with a two-letter code, and variants with a name of their own. */
const NAMED_APART = [
  'zh-Hans',
  'zh-Hant',
  'pt-BR',
  'pt-PT',
  'en-GB',
  'en-US',
  'en-AU',
  'en-CA',
  'es-MX',
  'es-ES',
  'es-419',
  'fr-CA',
  'fr-CH',
  'fil',
]

let languageTable: ReadonlyMap<string, string> | null = null
let placeTable: ReadonlyMap<string, string> | null = null

function languages(): ReadonlyMap<string, string> {
  if (languageTable !== null) return languageTable
  const names = namesOf('language', 'dialect')
  const tags = [...pairs('a').filter((code) => Intl.getCanonicalLocales(code)[0] === code), ...NAMED_APART]
  languageTable = new Map(tags.flatMap((tag): [string, string][] => nameEntries(names, tag)))
  return languageTable
}

function places(): ReadonlyMap<string, string> {
  if (placeTable !== null) return placeTable
  const regions = pairs('A').flatMap((code) => nameEntries(namesOf('region'), code))
  placeTable = new Map([
    ...regions,
    ['simplified', 'Hans'],
    ['traditional', 'Hant'],
    ['latin', 'Latn'],
    ['cyrillic', 'Cyrl'],
  ])
  return placeTable
}

function nameEntries(names: Intl.DisplayNames, code: string): [string, string][] {
  const name = names.of(code)
  return name === undefined ? [] : [[foldName(name), code]]
}

function pairs(first: string): readonly string[] {
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(first.charCodeAt(0) + i))
  return letters.flatMap((a) => letters.map((b) => a + b))
}

function namesOf(
  type: 'language' | 'region',
  languageDisplay: 'dialect' | 'standard' = 'dialect',
): Intl.DisplayNames {
  return new Intl.DisplayNames('en', { type, fallback: 'none', languageDisplay })
}
