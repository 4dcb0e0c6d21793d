import { FORM_NAMES, type FormName, type Forms } from '@dragoman/core'

/**
 * Returns the text that represents a string in lists and grids: the general form `other`, otherwise the first
 * one with a text. Empty if there is none.
 */
export function shownForm(forms: Forms): string {
  const name = nameOfShownForm(forms)
  return name === null ? '' : (forms[name] ?? '')
}

/** Returns the form that represents a string; null if it has no text. */
export function nameOfShownForm(forms: Forms): FormName | null {
  const hasWords = (form: FormName) => (forms[form] ?? '') !== ''
  return hasWords('other') ? 'other' : (FORM_NAMES.find(hasWords) ?? null)
}
