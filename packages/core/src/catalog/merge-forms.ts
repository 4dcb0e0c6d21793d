import { FORM_NAMES, type FormName, type Forms, normalizeForms } from '../message/forms.ts'
import { mergeText } from './merge-text.ts'

/** Combines both changes of a text, form by form; null if they change the same words. */
export function mergeForms(base: Forms, a: Forms, b: Forms): Forms | null {
  const merged: Partial<Record<FormName, string>> = {}
  for (const form of FORM_NAMES) {
    const text = mergeText(base[form] ?? '', a[form] ?? '', b[form] ?? '')
    if (text === null) return null
    merged[form] = text
  }
  return normalizeForms(merged)
}
