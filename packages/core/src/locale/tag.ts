import { MAX_TAG_LENGTH } from '../validate/limits.ts'

export type ParsedTag =
  | { readonly ok: true; readonly tag: string }
  | { readonly ok: false; readonly code: 'tag-empty' | 'tag-too-long' | 'tag-malformed' }

/**
 * Parses a BCP 47 language tag of at most 35 characters and returns its canonical form (`PT-br` → `pt-BR`,
 * `iw` → `he`, .NET's `zh-CHS` → `zh-Hans`). The language subtag must have two or three letters: longer ones were
 * never registered, and `german` is a mistake worth reporting. A tag can also be entirely private: `x-pirate`.
 */
export function parseTag(text: string): ParsedTag {
  if (text === '') return { ok: false, code: 'tag-empty' }
  if (text.length > MAX_TAG_LENGTH) return { ok: false, code: 'tag-too-long' }
  if (!/^(?:[a-z]{2,3}(?:-[a-z0-9]{1,8})*|x(?:-[a-z0-9]{1,8})+)$/i.test(text))
    return { ok: false, code: 'tag-malformed' }
  const tag = canonicalTag(text)
  return tag === null ? { ok: false, code: 'tag-malformed' } : { ok: true, tag }
}

/**
 * Returns the canonical tag of a folder or file name, or null if the name is not a language. Understands
 * `pt_BR`, `zh-rCN` (Android), `sr@latin` and `en@quot` (gettext), `b+sr+Latn` (Android), `zh_Hans_CN`,
 * `de_DE_formal`. Only subtags with a name in CLDR count, so that `common`, `app`, `ui` or `de-shop` are not read
 * as languages; tags for private use (`qps-ploc`, `x-pirate`) count by their structure.
 */
export function tagFromPath(text: string): string | null {
  const parsed = parseTag(toHyphens(text))
  if (!parsed.ok) return null
  if (isPrivateLanguage(parsed.tag)) return ORDINARY_WORDS.has(text.toLowerCase()) ? null : parsed.tag
  const subtags = parsed.tag.split('-')
  const [language = '', ...rest] = subtags
  let sawPlace = false
  let sawExtlang = false
  for (const [index, subtag] of rest.entries()) {
    if (subtag.length === 1) break
    if (index === 0 && /^[a-z]{3}$/.test(subtag)) {
      if (language !== 'art' && !(EXTLANG_PREFIXES.has(language) && isKnownLanguage(subtag))) return null
      sawExtlang = true
    } else if (/^[A-Z][a-z]{3}$/.test(subtag)) {
      if (nameOf('script', subtag) === undefined) return null
      sawPlace = true
    } else if (/^(?:[A-Z]{2}|\d{3})$/.test(subtag)) {
      if (nameOf('region', subtag) === undefined) return null
      sawPlace = true
    } else if (!KNOWN_VARIANTS.has(subtag) && !(sawPlace && VARIANT.test(subtag))) return null
  }
  if (isKnownLanguage(language))
    return rest.length === 0 && ORDINARY_WORDS.has(text.toLowerCase()) ? null : parsed.tag
  return sawPlace || (language === 'art' && sawExtlang) ? parsed.tag : null
}

/**
 * Returns a tag that every `Intl` constructor accepts: without extended language subtags if `Intl` rejects
 * them; `und` as the last resort.
 */
export function intlTag(tag: string): string {
  const known = intlTags.get(tag)
  if (known !== undefined) return known
  const accepted = canonicalByIntl(tag) ?? canonicalByIntl(tag.replace(EXTLANG, '$1')) ?? 'und'
  if (intlTags.size < 2000) intlTags.set(tag, accepted)
  return accepted
}

/**
 * Returns whether CLDR has a name for the language of a tag; private ones (`qaa` to `qtz`, `x-…`, `…-x-…`) always
 * count.
 */
export function isNamedLanguage(tag: string): boolean {
  return isPrivateLanguage(tag) || tag.includes('-x-') || isKnownLanguage(baseLanguage(tag))
}

/** Returns whether the language of a tag is for private use (RFC 5646, 2.2.1): `qaa` to `qtz`, `x-…`. */
export function isPrivateLanguage(tag: string): boolean {
  return /^(?:q[a-t][a-z]|x)$/.test(baseLanguage(tag))
}

/**
 * Returns whether a language is a pseudo language, whose texts a program makes from the source to test layouts: `en-XA`,
 * `ar-XB`, or `qps-ploc` as on Windows.
 */
export function isPseudoLanguage(tag: string): boolean {
  return /-X[AB]$|^qps(?:-|$)/i.test(tag)
}

/** Returns only the language subtag: `pt` of `pt-BR`. */
export function baseLanguage(tag: string): string {
  const end = tag.indexOf('-')
  return end === -1 ? tag : tag.slice(0, end)
}

const intlTags = new Map<string, string>()
const EXTLANG = /^([a-z]{2,3})(?:-[a-z]{3}){1,3}(?=-|$)/i
const EXTLANG_PREFIXES: ReadonlySet<string> = new Set(['ar', 'kok', 'lv', 'ms', 'sgn', 'sw', 'uz', 'zh'])

/** The form of a variant. After a region or script, any is accepted: `de-DE-formal`. */
const VARIANT = /^[a-z][a-z0-9]{4,7}$/

/**
 * Variants seen in real projects; any other five to eight letters directly after a language are more likely a
 * word (`en-admin`).
 */
const KNOWN_VARIANTS: ReadonlySet<string> = new Set([
  '1901',
  '1996',
  '1994',
  'abl1943',
  'alalc97',
  'aluku',
  'ao1990',
  'arevela',
  'arevmda',
  'baku1926',
  'barla',
  'biske',
  'bohoric',
  'boont',
  'colb1945',
  'cornu',
  'dajnko',
  'ekavsk',
  'emodeng',
  'fonipa',
  'fonupa',
  'formal',
  'hepburn',
  'hognorsk',
  'ijekavsk',
  'informal',
  'itihasa',
  'jauer',
  'kkcor',
  'kociewie',
  'kscor',
  'laukika',
  'lipaw',
  'luna1918',
  'metelko',
  'monoton',
  'ndyuka',
  'nedis',
  'newfound',
  'nulik',
  'osojs',
  'oxendict',
  'pahawh2',
  'pamaka',
  'petr1708',
  'pinyin',
  'polyton',
  'puter',
  'rigik',
  'rozaj',
  'rumgr',
  'scotland',
  'scouse',
  'simple',
  'solba',
  'sotav',
  'spanglis',
  'surmiran',
  'sursilv',
  'sutsilv',
  'tarask',
  'tongyong',
  'uccor',
  'ucrcor',
  'ulster',
  'unifon',
  'vaidika',
  'valencia',
  'vallader',
  'vecdruka',
  'vivaraup',
  'wadegile',
  'xsistemo',
])

/**
 * Three-letter codes that are words: they are much more often names of folders and namespaces than languages.
 */
const ORDINARY_WORDS: ReadonlySet<string> = new Set([
  'bas',
  'bin',
  'day',
  'den',
  'fan',
  'gay',
  'man',
  'men',
  'mul',
  'nav',
  'new',
  'see',
  'sus',
  'src',
  'und',
  'war',
  'vai',
  'car',
  'dev',
  'doc',
  // Of Qt.
  'qbs',
  'qml',
  'qrc',
  'qss',
  // Of translatewiki.net: notes for translators on each message.
  'qqq',
])

/** Modifiers of POSIX locales, and the subtags with the same meaning. */
const MODIFIERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['latin', ['Latn']],
  ['cyrillic', ['Cyrl']],
  ['devanagari', ['Deva']],
  ['arabic', ['Arab']],
  ['shaw', ['Shaw']],
  ['ijekavian', ['ijekavsk']],
  ['ijekavianlatin', ['Latn', 'ijekavsk']],
])

function toHyphens(text: string): string {
  if (/^b\+/i.test(text)) return text.slice(2).replaceAll('+', '-')
  const [name = '', modifier] = text.split('@', 2)
  const tag = name.replaceAll('_', '-').replace(/^([a-z]{2,3})-r([A-Z]{2})$/, '$1-$2')
  if (modifier === undefined) return tag
  const subtags = MODIFIERS.get(modifier.toLowerCase())
  if (subtags === undefined) return tag + ownModifier(modifier)
  const [language = '', ...rest] = tag.split('-')
  const scripts = subtags.filter((subtag) => /^[A-Z]/.test(subtag))
  const variants = subtags.filter((subtag) => !scripts.includes(subtag))
  return [language, ...scripts, ...rest, ...variants].join('-')
}

/** Returns a modifier as a variant if it is one (`ca@valencia`), otherwise as private subtags (`en@quot`). */
function ownModifier(modifier: string): string {
  const word = modifier.toLowerCase()
  if (KNOWN_VARIANTS.has(word) || !/^[a-z]{3,}$/.test(word)) return `-${modifier}`
  return `-x-${(word.match(/.{1,8}/g) ?? []).join('-')}`
}

/**
 * Deprecated codes that real projects use in addition to their successors (`mo.yml` and `ro.yml`, `sh.yml`
 * and `sr-Latn.yml`), with different texts, so they stay separate languages. `iw`, `in` and `ji` are only
 * other spellings.
 */
const KEPT_CODES: ReadonlySet<string> = new Set(['mo', 'sh', 'tl'])

/**
 * Names that programs gave to languages before BCP 47 had tags for them, in lowercase: .NET's cultures for Chinese
 * (learn.microsoft.com, `CultureInfo`), Java's Nynorsk (`java.util.Locale`), WordPress' Portuguese spelling reform.
 */
const LEGACY_TAGS: ReadonlyMap<string, string> = new Map([
  ['zh-chs', 'zh-Hans'],
  ['zh-cht', 'zh-Hant'],
  ['no-no-ny', 'nn-NO'],
  ['pt-ao90', 'pt-ao1990'],
  ['pt-pt-ao90', 'pt-PT-ao1990'],
])

/** Languages of ISO 639-3 that projects are translated into, but that have no name in CLDR. */
const UNNAMED_LANGUAGES: ReadonlySet<string> = new Set(
  'acm aer ajp apc azb cak dag gcf gcr guw hne hrx kbp kpl lki lld meh mix mnw olo pwn quy roa skr son syl trs xcl yua zam'.split(
    ' ',
  ),
)

function canonicalTag(text: string): string | null {
  const legacy = LEGACY_TAGS.get(text.toLowerCase())
  if (legacy !== undefined) return legacy
  // `Intl` rejects tags that are entirely private, which BCP 47 allows.
  if (/^x-/i.test(text)) return text.toLowerCase()
  const [first = ''] = text.toLowerCase().split('-', 1)
  if (KEPT_CODES.has(first)) {
    const rest = canonicalByIntl(`und${text.slice(first.length)}`)
    return rest === null ? null : first + rest.slice('und'.length)
  }
  const byIntl = canonicalByIntl(text)
  if (byIntl !== null) return byIntl
  // `Intl` rejects extended language subtags (`art-nvi`, `zh-yue`), which BCP 47 allows.
  const extlang = EXTLANG.exec(text)
  if (extlang === null) return null
  const rest = canonicalByIntl(`und${text.slice(extlang[0].length)}`)
  return rest === null ? null : extlang[0].toLowerCase() + rest.slice(3)
}

function canonicalByIntl(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
}

/** Returns whether a language subtag has a name, or is a known one without a name. */
export function isKnownLanguage(subtag: string): boolean {
  return UNNAMED_LANGUAGES.has(subtag) || nameOf('language', subtag) !== undefined
}

const namers = new Map<string, Intl.DisplayNames>()

function nameOf(type: 'language' | 'script' | 'region', subtag: string): string | undefined {
  let namer = namers.get(type)
  if (namer === undefined) {
    namer = new Intl.DisplayNames('en', { type, fallback: 'none' })
    namers.set(type, namer)
  }
  try {
    return namer.of(subtag)
  } catch {
    return undefined
  }
}
