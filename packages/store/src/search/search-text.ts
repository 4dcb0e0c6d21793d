import { FORM_NAMES, type Forms, fold } from '@dragoman/core'
import { sanitizeForStorage } from '../rows.ts'

/** Returns the search text for a key's name. */
export function searchName(name: string): string {
  return sanitizeForStorage(fold(name))
}

/** Returns words in the form in which search texts are stored, each once; empty ones are dropped. */
export function searchWords(words: readonly string[]): string[] {
  return [...new Set(words.map((word) => sanitizeForStorage(fold(word))))].filter((word) => word !== '')
}

/**
 * Returns the search text for a translation: each form on its own line, so that no match spans two of them.
 */
export function searchForms(forms: Forms): string {
  let joined = ''
  for (const name of FORM_NAMES) {
    const text = forms[name]
    if (text !== undefined && text !== '') joined = joined === '' ? text : `${joined}\n${text}`
  }
  return sanitizeForStorage(fold(joined))
}
