import { FORM_NAMES, type Forms } from '@dragoman/core'

/**
 * Returns the text that represents a string in lists and grids: the general form `other`, otherwise the first
 * one with a text. Empty if there is none.
 */
export function shownForm(forms: Forms): string {
  const general = forms.other ?? ''
  return general !== ''
    ? general
    : (FORM_NAMES.map((form) => forms[form] ?? '').find((text) => text !== '') ?? '')
}
