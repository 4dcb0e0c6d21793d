import {
  carriedText,
  type FormName,
  type Forms,
  generalText,
  hasText,
  type PluralKind,
  requiredForms,
} from '@dragoman/core'

type Fitting = { readonly from: PluralKind; readonly to: PluralKind; readonly language: string }

/**
 * Converts the forms of a text to another plural kind. Forms that both kinds have keep their texts; without a
 * plural, the general form (`other`, or else the last one) becomes the text. i18next's JSON v3 has forms with other
 * names and numbers: each form gets the text that the app has shown for its numbers.
 */
export function fitForms(forms: Forms, { from, to, language }: Fitting): Forms {
  const named = renameForms(forms, { from, to, language })
  if (to === 'none') {
    const text = generalText(named)
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

/** Returns the forms with CLDR's names instead of those of JSON v3, or the other way round. */
function renameForms(forms: Forms, { from, to, language }: Fitting): Forms {
  if (from === 'none' || (from === 'cardinal-v3') === (to === 'cardinal-v3') || !hasText(forms)) return forms
  const old = { plural: 'cardinal-v3' as const, language }
  const current = { plural: 'cardinal' as const, language }
  const rules = from === 'cardinal-v3' ? { from: old, to: current } : { from: current, to: old }
  const renamed: Partial<Record<FormName, string>> = {}
  for (const form of requiredForms(rules.to.plural, language, forms)) {
    const text = carriedText(forms, { form, ...rules })
    if (text !== undefined) renamed[form] = text
  }
  if (hasText(renamed)) return renamed
  const general = generalText(forms)
  return general === undefined ? {} : { other: general }
}
