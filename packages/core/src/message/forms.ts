/** The six CLDR plural categories, in CLDR's order. */
export const PLURAL_CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
export type PluralCategory = (typeof PLURAL_CATEGORIES)[number]

/** Names a form may have: a CLDR category, or a number of i18next's old JSON v3 (`key_0`, `key_1`, …). */
export const FORM_NAMES = [...PLURAL_CATEGORIES, '0', '1', '2', '3', '4', '5'] as const
export type FormName = (typeof FORM_NAMES)[number]

/**
 * The texts of one translation. A key without plurals has `other` only. A form that is absent is not
 * translated; an empty text is never stored. The record has only the closed set of names above, so a plain
 * object is safe.
 */
export type Forms = Readonly<Partial<Record<FormName, string>>>

/**
 * How a key varies with a number. `cardinal` and `ordinal` use i18next JSON v4 suffixes (`_one`,
 * `_ordinal_one`), `cardinal-v3` the old ones (`key`, `key_plural`, `key_0`, …), kept because a file must be
 * written in the style it had.
 */
export const PLURAL_KINDS = ['none', 'cardinal', 'ordinal', 'cardinal-v3'] as const
export type PluralKind = (typeof PLURAL_KINDS)[number]

/** The same forms without empty texts, in the order of FORM_NAMES, so that equal forms have equal JSON. */
export function normalizeForms(forms: Forms): Forms {
  const kept: Partial<Record<FormName, string>> = {}
  for (const name of FORM_NAMES) {
    const text = forms[name]
    if (text !== undefined && text !== '') kept[name] = text
  }
  return kept
}

/** Whether two translations say the same; an absent form and an empty one are the same. */
export function sameForms(a: Forms, b: Forms): boolean {
  return a === b || (containsForms(a, b) && containsForms(b, a))
}

/** Whether any form has a text. */
export function hasText(forms: Forms): boolean {
  // Millions of translations pass here: looking at the forms that exist costs a tenth of looking at all that
  // could.
  for (const name in forms) if (forms[name as FormName]) return true // `Forms` has no other names
  return false
}

function containsForms(a: Forms, b: Forms): boolean {
  // `Forms` has no other names
  for (const name in a) if ((a[name as FormName] ?? '') !== (b[name as FormName] ?? '')) return false
  return true
}
