import type { EditedString } from './dragoman-api.ts'
import { CATEGORIES } from './plural-categories.ts'

/**
 * A field of the small editor. `numbers` are examples of the numbers that use the form, such as `2–4, 22–24,
 * …`.
 */
export type Field = { readonly form: string; readonly numbers: string }

const RANGES_SHOWN = 3
const LOOKED_AT = 130

/** Returns one field for each form of the language, and for any other form that already has a text. */
export function fieldsOf({ key, source, target }: EditedString, language: string): Field[] {
  const written = Object.keys(target.forms)
  if (key.plural === 'none') return [{ form: 'other', numbers: '' }]
  if (key.plural === 'cardinal-v3') {
    const forms = written.length > 0 ? written : Object.keys(source.forms)
    return forms.map((form) => ({ form, numbers: '' }))
  }
  const rules = pluralRules(language, key.plural)
  const forms = new Set<string>([...rules.resolvedOptions().pluralCategories, ...written])
  // i18next uses `zero` for 0 in every language.
  if (source.forms.zero) forms.add('zero')
  return CATEGORIES.filter((form) => forms.has(form)).map((form) => ({
    form,
    numbers: exampleNumbers(rules, form),
  }))
}

function pluralRules(language: string, type: 'cardinal' | 'ordinal'): Intl.PluralRules {
  try {
    return new Intl.PluralRules(language.replace(/_/g, '-'), { type })
  } catch {
    return new Intl.PluralRules('en', { type })
  }
}

function exampleNumbers(rules: Intl.PluralRules, form: string): string {
  const ranges: [number, number][] = []
  for (let number = 0; number < LOOKED_AT; number++) {
    if (rules.select(number) !== form) continue
    const last = ranges.at(-1)
    if (last?.[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  if (ranges.length === 0) {
    const rare = [0.5, 1.5, 1_000_000].find((number) => rules.select(number) === form)
    if (rare !== undefined) return `${rare}, …`
    return form === 'zero' ? '0' : ''
  }
  const shown = ranges
    .slice(0, RANGES_SHOWN)
    .map(([from, to]) =>
      to === LOOKED_AT - 1 ? `${from}, ${from + 1}, …` : from === to ? `${from}` : `${from}–${to}`,
    )
    .join(', ')
  return ranges.length > RANGES_SHOWN ? `${shown}, …` : shown
}
