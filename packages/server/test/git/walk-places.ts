import { FORM_NAMES, type FormName, type Forms, type PluralKind } from '@dragoman/core'

/** A text with its place in a file: each form of a plural has a separate name there. */
export type PlacedText = { readonly place: string; readonly form: FormName; readonly text: string }

/** Returns the texts of a key in the file of a language, named as in i18next; missing ones are empty. */
export function placedTexts(
  path: string,
  { name, plural }: { readonly name: string; readonly plural: PluralKind },
  forms: Forms,
): readonly PlacedText[] {
  if (plural === 'none') return [{ place: `${path}#${name}`, form: 'other', text: forms.other ?? '' }]
  return FORM_NAMES.map((form) => ({ place: `${path}#${name}_${form}`, form, text: forms[form] ?? '' }))
}
