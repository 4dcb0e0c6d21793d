import { fold, intlTag, isNamedLanguage, languageName, parseTag, tagFromPath } from '@dragoman/core'

/** A language that can be chosen, with each of its names. */
export type ListedLanguage = {
  readonly tag: string
  /** In the interface's language. */
  readonly name: string
  /** In the language itself; if the browser does not know that name, the one in the interface's language. */
  readonly ownName: string
  /**
   * What is searched, case-folded: the names in the interface's language, in itself and in English, and the
   * code.
   */
  readonly words: readonly string[]
}

/** Languages and variants that apps are translated into most often, offered before anything is typed. */
const USUAL =
  'ar bg bn ca cs da de de-AT de-CH el en en-AU en-CA en-GB en-US es es-419 es-MX et eu fa fi fr fr-BE fr-CA fr-CH gl he hi hr hu hy id is it ja ka kk ko lt lv mk ms nb nl nl-BE pl pt pt-BR pt-PT ro ru sk sl sq sr sr-Latn sv ta te th tr uk ur uz vi zh-Hans zh-Hant zh-HK'.split(
    ' ',
  )
const SHOWN = 50

let tags: readonly string[] | null = null
const lists = new Map<string, readonly ListedLanguage[]>()

/** Returns every language that has a name, about 700; created on first use. */
function allTags(): readonly string[] {
  if (tags !== null) return tags
  const found = new Set(USUAL)
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  for (const first of letters) {
    for (const second of letters) {
      for (const third of ['', ...letters]) {
        const code = first + second + third
        if (code.startsWith('q') && third !== '') continue // reserved for private use
        const parsed = parseTag(code)
        if (parsed.ok && parsed.tag === code && isNamedLanguage(code)) found.add(code)
      }
    }
  }
  for (const none of ['und', 'mul', 'zxx', 'mis', 'root']) found.delete(none)
  tags = [...found]
  return tags
}

function toListedLanguage(tag: string, locale: string): ListedLanguage {
  const name = languageName(tag, locale)
  const ownName =
    Intl.DisplayNames.supportedLocalesOf(intlTag(tag)).length > 0 ? languageName(tag, tag) : name
  const words = [name, ownName, languageName(tag, 'en'), tag].map(fold)
  return { tag, name, ownName, words: [...new Set(words)] }
}

function listFor(locale: string): readonly ListedLanguage[] {
  const known = lists.get(locale)
  if (known !== undefined) return known
  const collator = new Intl.Collator(locale)
  const list = allTags()
    .map((tag) => toListedLanguage(tag, locale))
    .sort((a, b) => collator.compare(a.name, b.name))
  lists.set(locale, list)
  return list
}

/**
 * Returns the language that a text names exactly, by any of its names or its code, also spelled `pt_BR`; null
 * for none or several.
 */
export function languageNamed(text: string, locale: string): string | null {
  const tag = tagFromPath(text.trim()) ?? namedTag(text.trim())
  if (tag !== null) return tag
  const query = fold(text.trim())
  if (query === '') return null
  const exact = listFor(locale).filter(({ words }) => words.includes(query))
  return exact.length === 1 ? (exact[0]?.tag ?? null) : null
}

/** Words that are usually folder names rather than languages (`fur`) count as languages when typed here. */
function namedTag(text: string): string | null {
  const parsed = parseTag(text)
  return parsed.ok && isNamedLanguage(parsed.tag) ? parsed.tag : null
}

/**
 * Returns the code of a text that is a valid one of a language without a name, such as `zz`; otherwise null.
 */
export function unknownTag(text: string): string | null {
  const parsed = parseTag(text.trim().replaceAll('_', '-'))
  return parsed.ok && !isNamedLanguage(parsed.tag) ? parsed.tag : null
}

/** Returns languages that match the typed text, the best first; the common ones for an empty text. */
export function findLanguages(
  text: string,
  locale: string,
  taken: ReadonlySet<string>,
): readonly ListedLanguage[] {
  const query = fold(text.trim().replaceAll('_', '-'))
  if (query === '') {
    const usual = new Set(USUAL)
    return listFor(locale).filter(({ tag }) => usual.has(tag) && !taken.has(tag))
  }
  const named = languageNamed(text, locale)
  const ranked = listFor(locale).flatMap((language) => {
    const rank = language.tag === named ? 0 : rankOf(language.words, query)
    return rank === null || taken.has(language.tag) ? [] : [{ language, rank }]
  })
  if (named !== null && !taken.has(named) && !ranked.some(({ language }) => language.tag === named)) {
    ranked.push({ language: toListedLanguage(named, locale), rank: 0 })
  }
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, SHOWN)
    .map(({ language }) => language)
}

/** 0: equal to a word, 1: the name starts with it, 2: a later word starts with it; null: not found. */
function rankOf(words: readonly string[], query: string): number | null {
  if (words.includes(query)) return 0
  if (words.some((word) => word.startsWith(query))) return 1
  return words.some((word) => word.split(/[\s()-]+/).some((part) => part.startsWith(query))) ? 2 : null
}
