import { tagFromPath } from '@dragoman/core'

/**
 * The language meant by a column's head or a key, or null where it is none. Files of many languages ask for
 * the same few tags with every reading, and each answer takes `Intl` some microseconds.
 */
export function languageTag(text: string): string | null {
  const known = tags.get(text)
  if (known !== undefined) return known
  const tag = text.length <= 35 ? tagFromPath(text) : null
  if (tags.size < 2000) tags.set(text, tag)
  return tag
}

const tags = new Map<string, string | null>()

/** The spellings of one language among those of a file: `pt-BR` is asked for, `pt_BR` may stand there. */
export function spellingsOf(languages: readonly string[], language: string): readonly string[] {
  const tag = languageTag(language) ?? language
  return languages.filter((candidate) => candidate === language || languageTag(candidate) === tag)
}
