import { languageOfName, nameOfLanguage } from '../paths/language-name.ts'
import { languageTag } from '../source/language-tag.ts'

/**
 * Returns the language of a column's header: `pt_BR`, `Portuguese (pt-BR)` and Unity's `Portuguese(pt-BR)`,
 * `German`. Null: none.
 */
export function languageOfHead(head: string): string | null {
  const tag = IN_BRACKETS.exec(head)?.groups?.tag ?? head
  return languageTag(tag) === null ? languageOfName(head) : tag
}

/** Returns the header of a new column for a language, written like those of the others. */
export function headOf(language: string, others: readonly string[]): string {
  const like = others.at(-1) ?? ''
  const { gap, open, tag = like, close } = IN_BRACKETS.exec(like)?.groups ?? {}
  if (languageTag(tag) === null)
    return languageOfName(like) === null ? language : nameOfLanguage(language, others)
  const hasUnderscore = others.some((other) => (IN_BRACKETS.exec(other)?.groups?.tag ?? other).includes('_'))
  const written = hasUnderscore ? language.replaceAll('-', '_') : language
  return open === undefined ? written : `${nameOfLanguage(language, [])}${gap}${open}${written}${close}`
}

const IN_BRACKETS = /(?<gap>\s*)(?<open>[([]\s*)(?<tag>[\w-]+)(?<close>\s*[)\]])$/
