import { isPrivateLanguage, parseTag } from '@dragoman/core'
import { languageOfName, nameOfLanguage, placeNamed } from '../paths/language-name.ts'
import { languageTag } from '../source/language-tag.ts'

/**
 * Returns the language of a column's header: `pt_BR`, `Portuguese (pt-BR)` and Unity's `Portuguese(pt-BR)`,
 * `German`, `Portuguese (BR)`, `Portuguese (Brazil)`. Null: none. Cached, because tables are read often.
 */
export function languageOfHead(head: string): string | null {
  const known = headsRead.get(head)
  if (known !== undefined) return known
  const language = readHead(head)
  if (headsRead.size < 2000 && head.length <= LONGEST) headsRead.set(head, language)
  return language
}

const headsRead = new Map<string, string | null>()

function readHead(head: string): string | null {
  const { name = '', tag } = partsOf(head) ?? {}
  if (tag === undefined) return languageTag(head) === null ? languageOfName(head) : head
  const base = languageOfName(name.trim())
  if (base === null) return languageTag(tag) === null ? languageOfName(head) : tag
  // The name decides: `Portuguese (BR)` is not Breton.
  if (isOfLanguage(tag, base)) return tag
  if (languageTag(tag) !== null && isPrivateLanguage(tag)) return tag
  const place = placeNamed(tag)
  return place === null ? null : withPlace(base, place)
}

/** Whether a header names a language in a variety that is not known: `German (formal)`. */
export function hasUnknownVariety(head: string): boolean {
  const name = partsOf(head)?.name?.trim()
  return name !== undefined && languageOfName(name) !== null && languageOfHead(head) === null
}

/** Whether a tag is of a language, or of one that is known under its name too: `nb` is Norwegian. */
function isOfLanguage(text: string, base: string): boolean {
  const tag = languageTag(text)
  if (tag === null) return false
  const [own = ''] = tag.split('-')
  const [language = ''] = base.split('-')
  if (own === language || (NORWEGIAN.has(own) && NORWEGIAN.has(language))) return true
  return nameOfLanguage(own, []).split(' ').includes(nameOfLanguage(language, []))
}

const NORWEGIAN: ReadonlySet<string> = new Set(['no', 'nb', 'nn'])

/** Adds a region or a script to a tag, or replaces the one that it has. */
function withPlace(base: string, place: string): string | null {
  const { language, script, region } = new Intl.Locale(base)
  const isScript = place.length === 4
  const subtags = isScript ? [language, place, region] : [language, script, place]
  const parsed = parseTag(subtags.filter((subtag) => subtag !== undefined).join('-'))
  return parsed.ok ? parsed.tag : null
}

/** Returns the header of a new column for a language, written like those of the others. */
export function headOf(language: string, others: readonly string[]): string {
  const head = headLike(language, others)
  const read = languageOfHead(head)
  return read !== null && languageTag(read) === languageTag(language) ? head : language
}

function headLike(language: string, others: readonly string[]): string {
  const like = others.at(-1) ?? ''
  const { gap, open, close } = partsOf(like) ?? {}
  const tag = tagIn(like)
  if (tag === null) return languageOfHead(like) === null ? language : nameOfLanguage(language, others)
  const hasUnderscore = others.some((other) => tagIn(other)?.includes('_') === true)
  const written = hasUnderscore ? language.replaceAll('-', '_') : language
  return open === undefined ? written : `${nameOfLanguage(language, [])}${gap}${open}${written}${close}`
}

/** Returns the tag as written in a header; null: it has none. */
function tagIn(head: string): string | null {
  const tag = partsOf(head)?.tag ?? head
  return languageTag(tag) !== null && languageOfHead(head) === tag ? tag : null
}

/** Returns the parts of `Portuguese (BR)`; null: there are no brackets. */
function partsOf(head: string): Readonly<Record<string, string>> | null {
  return head.length > LONGEST ? null : (IN_BRACKETS.exec(head)?.groups ?? null)
}

/** Longer than any name of a language with its region. */
const LONGEST = 100

const IN_BRACKETS =
  /^(?<name>.*?)(?<gap>\s*)(?<open>[([]\s*)(?<tag>[^()[\]\s](?:[^()[\]]*[^()[\]\s])?)(?<close>\s*[)\]])$/s
