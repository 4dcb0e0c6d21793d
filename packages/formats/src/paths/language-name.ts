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
  const [, base = '', place = ''] = /^([^(]+?) ?\((.+)\)$/.exec(name) ?? []
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
  const name = nameIn(namesOf('language', hasBrackets ? 'standard' : 'dialect'), tag)
  return siblings.some((sibling) => sibling.includes('_')) ? name.replaceAll(' ', '_') : name
}

function nameIn(names: Intl.DisplayNames, tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    // It refuses private languages and tags with extensions.
    return tag
  }
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

const LATIN_AMERICA = '419'

let languageTable: ReadonlyMap<string, string> | null = null
let placeTable: ReadonlyMap<string, string> | null = null

function languages(): ReadonlyMap<string, string> {
  if (languageTable !== null) return languageTable
  const names = namesOf('language', 'dialect')
  const tags = [...pairs('a').filter((code) => Intl.getCanonicalLocales(code)[0] === code), ...NAMED_APART]
  languageTable = new Map(tags.flatMap((tag): [string, string][] => nameEntries(names, tag)))
  return languageTable
}

/** Returns the subtag of a region or script by its English name or code: `Brazil`, `br`, `UK`; null for other words. */
export function placeNamed(text: string): string | null {
  const named = places().get(foldName(text))
  if (named !== undefined) return named
  if (!/^(?:[A-Za-z]{2}|\d{3})$/.test(text)) return null
  const code = text.toUpperCase()
  return namesOf('region').of(code) === undefined ? null : regionOf(code)
}

/** Returns the present code of a region: `GB` of `UK`. */
function regionOf(code: string): string | null {
  return new Intl.Locale(`und-${code}`).region ?? null
}

function places(): ReadonlyMap<string, string> {
  if (placeTable !== null) return placeTable
  // Former codes have the same names: `UK`, `FX`.
  const codes = [...pairs('A').filter((code) => regionOf(code) === code), LATIN_AMERICA]
  const names = [
    namesOf('region'),
    new Intl.DisplayNames('en', { type: 'region', fallback: 'none', style: 'short' }),
  ]
  placeTable = new Map([
    ...names.flatMap((each) => codes.flatMap((code) => nameEntries(each, code))),
    ['latam', LATIN_AMERICA],
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
