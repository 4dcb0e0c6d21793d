import { FORM_NAMES, type Forms } from '@dragoman/core'

/**
 * The one text that stands for a string in lists and grids: the general form `other`, else the first that has
 * a text. Empty without any.
 */
export function shownForm(forms: Forms): string {
  const general = forms.other ?? ''
  return general !== ''
    ? general
    : (FORM_NAMES.map((form) => forms[form] ?? '').find((text) => text !== '') ?? '')
}
