/** The six CLDR plural categories, in CLDR's order. */
export const PLURAL_CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
export type PluralCategory = (typeof PLURAL_CATEGORIES)[number]

const CATEGORIES: ReadonlyMap<string | null | undefined, PluralCategory> = new Map(
  PLURAL_CATEGORIES.map((category) => [category, category]),
)

/** Returns the plural category with this name; null if there is none. */
export function categoryNamed(name: string | null | undefined): PluralCategory | null {
  return CATEGORIES.get(name) ?? null
}

/** Returns the position of a plural category in CLDR's order; -1 for other names. */
export function categoryRank(name: string | null | undefined): number {
  const names: readonly (string | null | undefined)[] = PLURAL_CATEGORIES
  return names.indexOf(name)
}

/** Possible names of a form: a CLDR category, or a number of i18next's old JSON v3 (`key_0`, `key_1`, …). */
export const FORM_NAMES = [...PLURAL_CATEGORIES, '0', '1', '2', '3', '4', '5'] as const
export type FormName = (typeof FORM_NAMES)[number]

/**
 * The texts of one translation. A key without plurals has only `other`. A missing form is untranslated; an
 * empty text is never stored. The record only has the names above, so a plain object is safe.
 */
export type Forms = Readonly<Partial<Record<FormName, string>>>

/**
 * How a key varies with a number. `cardinal` and `ordinal` use i18next JSON v4 suffixes (`_one`,
 * `_ordinal_one`), `cardinal-v3` the old ones (`key`, `key_plural`, `key_0`, …), because files keep their
 * style.
 */
export const PLURAL_KINDS = ['none', 'cardinal', 'ordinal', 'cardinal-v3'] as const
export type PluralKind = (typeof PLURAL_KINDS)[number]

/** Returns the forms without empty texts, in the order of FORM_NAMES, so that equal forms have equal JSON. */
export function normalizeForms(forms: Forms): Forms {
  const kept: Partial<Record<FormName, string>> = {}
  for (const name of FORM_NAMES) {
    const text = forms[name]
    if (text !== undefined && text !== '') kept[name] = text
  }
  return kept
}

/** Returns whether two translations are equal; a missing form equals an empty one. */
export function sameForms(a: Forms, b: Forms): boolean {
  return a === b || (containsForms(a, b) && containsForms(b, a))
}

/**
 * Returns whether the words that a file has next to a translation are those of the source text: each is one of its
 * forms, because some formats have one source text for all forms. White space does not count: programs change it.
 */
export function isSourceText(stated: Forms, source: Forms): boolean {
  const known = new Set(Object.values(source).map(wordsOf))
  return Object.values(stated).every((text) => known.has(wordsOf(text)))
}

/** Returns the words of a source text as one text, the same for all source texts with the same set of words. */
export function sourceWords(source: Forms): string {
  return [...new Set(Object.values(source).map(wordsOf))].sort().join('\u0000')
}

function wordsOf(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/** Returns whether any form has a text. */
export function hasText(forms: Forms): boolean {
  // Called for millions of translations: checking the existing forms costs a tenth of checking all possible
  // ones.
  for (const name in forms) if (forms[name as FormName]) return true // `Forms` has no other names
  return false
}

function containsForms(a: Forms, b: Forms): boolean {
  // `Forms` has no other names
  for (const name in a) if ((a[name as FormName] ?? '') !== (b[name as FormName] ?? '')) return false
  return true
}
