import { isRareCategory, type PluralCategory, pluralCategories, type Unit } from '@dragoman/core'
import { respellPlaceholders } from '@dragoman/formats'

/**
 * Turns keys with plural forms into vue-i18n's form: one message with a `|` between the forms, in CLDR's
 * order, with a form for 0 first if there is one. What cannot be expressed that way stays as it is: ordinals,
 * which vue-i18n does not support, and texts that it would misread.
 */
export function pipePlurals(units: readonly Unit[], language: string, syntax: string): readonly Unit[] {
  const taken = new Set(units.flatMap(({ plural, name }) => (plural === 'none' ? [name] : [])))
  return units.map((unit) => {
    if (unit.plural !== 'cardinal' || taken.has(unit.name)) return unit
    const text = pipedForms(unit, language, unit.syntax ?? syntax)
    return text === null ? unit : { ...unit, plural: 'none', forms: { other: text } }
  })
}

function pipedForms({ forms }: Unit, language: string, syntax: string): string | null {
  // A missing form is replaced by the one that i18next would use, or by the last existing one.
  const rest = forms.other ?? forms.many ?? forms.few ?? forms.two ?? forms.one
  if (rest === undefined) return null
  const texts: string[] = []
  for (const form of formsOf(language, forms, rest)) {
    const text = respellPlaceholders(forms[form] ?? rest, syntax, 'vue-i18n')
    if (text === null || text.includes('|')) return null
    texts.push(text)
  }
  return texts.join(' | ')
}

/**
 * Returns the forms to write. `many` of French, for millions, would turn `one | other` into a message with
 * three forms. After a form for 0 it is written: the rule of an app knows that form by there being one more than the
 * categories of the language.
 */
function formsOf(language: string, forms: Unit['forms'], rest: string): readonly PluralCategory[] {
  const all = pluralCategories(language, 'cardinal')
  if (forms.zero !== undefined && !all.includes('zero')) return ['zero', ...all]
  return all.filter(
    (form) =>
      !isRareCategory(language, 'cardinal', form) || (forms[form] ?? rest) !== rest || form === 'other',
  )
}
