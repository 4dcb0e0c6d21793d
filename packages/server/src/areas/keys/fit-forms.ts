import {
  FORM_NAMES,
  type FormName,
  type Forms,
  type PluralKind,
  pluralCategories,
  requiredForms,
} from '@dragoman/core'

/**
 * Converts the forms of a text to another plural kind. Forms that both kinds have keep their texts; without a
 * plural, the general form (`other`, or else the last one) becomes the text. The numbered forms of i18next's
 * JSON v3 become the categories they stand for.
 */
export function fitForms(
  forms: Forms,
  { from, to, language }: { readonly from: PluralKind; readonly to: PluralKind; readonly language: string },
): Forms {
  const named = from === 'cardinal-v3' && to !== 'cardinal-v3' ? namedForms(forms, language) : forms
  if (to === 'none') {
    const text = named.other ?? lastText(named)
    return text === undefined ? {} : { other: text }
  }
  const used = new Set<FormName>([
    'other',
    ...(to === 'cardinal' ? ['zero' as const] : []),
    ...requiredForms(to, language, named),
  ])
  // `Forms` has no other names
  return Object.fromEntries(Object.entries(named).filter(([form]) => used.has(form as FormName)))
}

/** `0`, `1`, `2` stand for the categories of the language in order; a single category is `other`. */
function namedForms(forms: Forms, language: string): Forms {
  const categories = pluralCategories(language, 'cardinal')
  const named: Partial<Record<FormName, string>> = {}
  for (const form of FORM_NAMES) {
    const text = forms[form]
    if (text === undefined) continue
    const category = /^\d$/.test(form) ? (categories[Number(form)] ?? 'other') : form
    named[category] ??= text
  }
  return named
}

function lastText(forms: Forms): string | undefined {
  return FORM_NAMES.map((form) => forms[form]).findLast((text) => text !== undefined && text !== '')
}
