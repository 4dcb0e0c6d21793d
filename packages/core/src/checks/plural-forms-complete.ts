import { isRareCategory, pluralCategories, requiredForms } from '../locale/plural-forms.ts'
import { FORM_NAMES, type FormName, PLURAL_CATEGORIES, type PluralCategory } from '../message/forms.ts'
import type { CheckInput, FormIssue } from './check.ts'

export const PLURAL_FORM_CODES = ['plural-form-missing', 'plural-form-unused'] as const

/**
 * Returns issues for plural forms that the language needs and the translation lacks, and for forms that the
 * language never uses. If the file defines its forms itself, those count instead of the language's. Missing forms only for millions or fractions (`many` in French, `other` in Polish) are
 * warnings: few apps ever show them.
 */
export function pluralFormIssues({ plural, language, forms, syntax, limits }: CheckInput): FormIssue[] {
  if (plural === 'none') return []
  const issues: FormIssue[] = []
  const declared = plural === 'cardinal' ? limits?.plurals : undefined
  const nowhere = { start: 0, end: 0 }
  for (const form of requiredForms(plural, language, {}, syntax.numbers, declared)) {
    if ((forms[form] ?? '') !== '') continue

    // The forms of v4 are categories.
    const isRare =
      plural !== 'cardinal-v3' &&
      declared === undefined &&
      isRareCategory(language, plural, form as PluralCategory)
    issues.push({
      code: 'plural-form-missing',
      severity: isRare ? 'warning' : 'error',
      span: nowhere,
      params: { form },
      form,
    })
  }
  if (plural === 'cardinal-v3') return issues
  const used: readonly FormName[] = declared?.map(({ form }) => form) ?? pluralCategories(language, plural)
  for (const form of declared === undefined ? PLURAL_CATEGORIES : FORM_NAMES) {
    const text = forms[form] ?? ''
    if (text === '' || (form === 'zero' && declared === undefined) || used.includes(form)) continue
    issues.push({
      code: 'plural-form-unused',
      severity: 'warning',
      span: { start: 0, end: text.length },
      params: { form },
      form,
    })
  }
  return issues
}
