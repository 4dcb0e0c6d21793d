import { tagFromPath } from '@dragoman/core'

/**
 * Returns the language in a column's header or a key, or null. Cached, because multilingual files request the
 * same few tags with every reading, and `Intl` needs some microseconds for each.
 */
export function languageTag(text: string): string | null {
  const known = tags.get(text)
  if (known !== undefined) return known
  const tag = text.length <= 35 ? tagFromPath(text) : null
  if (tags.size < 2000) tags.set(text, tag)
  return tag
}

const tags = new Map<string, string | null>()

/** Returns the spellings of one language in a file: `pt-BR` is requested, but the file can have `pt_BR`. */
export function spellingsOf(languages: readonly string[], language: string): readonly string[] {
  const tag = languageTag(language) ?? language
  return languages.filter((candidate) => candidate === language || languageTag(candidate) === tag)
}
