import { languageOfName, nameOfLanguage } from '../paths/language-name.ts'
import { languageTag } from '../source/language-tag.ts'

/**
 * The language that a column's head says: `pt_BR`, `Portuguese (pt-BR)` and `Portuguese(pt-BR)` as Unity
 * writes it, `German`. Null: none.
 */
export function languageOfHead(head: string): string | null {
  const tag = IN_BRACKETS.exec(head)?.groups?.tag ?? head
  return languageTag(tag) === null ? languageOfName(head) : tag
}

/** The head of a new column for a language, written as the heads of the others are. */
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
