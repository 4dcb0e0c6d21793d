import { FORM_NAMES, type Forms, fold } from '@dragoman/core'
import { sanitizeForStorage } from '../rows.ts'

/** What search compares a key's name by. */
export function searchName(name: string): string {
  return sanitizeForStorage(fold(name))
}

/**
 * What search compares a translation by: its forms on lines of their own, so that no search finds a text
 * across two of them.
 */
export function searchForms(forms: Forms): string {
  let joined = ''
  for (const name of FORM_NAMES) {
    const text = forms[name]
    if (text !== undefined && text !== '') joined = joined === '' ? text : `${joined}\n${text}`
  }
  return sanitizeForStorage(fold(joined))
}
