import {
  type FormName,
  type Forms,
  PLURAL_CATEGORIES,
  type PluralCategory,
  type PluralKind,
} from '@dragoman/core'

/**
 * How the numbered plural forms of a file, whose rule is not CLDR's, correspond to CLDR's categories: each to the one
 * that most whole numbers have. In Hebrew with two forms, `one` is `0`, and `two` and `other` are both `1`.
 */
export type Numbering = {
  /** The number of each category that whole numbers have. */
  readonly formOf: ReadonlyMap<PluralCategory, FormName>
  /** The category of each number that whole numbers have. */
  readonly categoryOf: ReadonlyMap<FormName, PluralCategory>
}

type Key = {
  readonly plural: PluralKind
  readonly forms: Forms
  /** The forms that have an entry in the file. */
  readonly present?: readonly FormName[]
  readonly source?: Forms
}

/** How many numbered forms the keys have at most; 0 if they have categories. */
export function numberedForms(keys: Iterable<Key>): number {
  let count = 0
  for (const { plural, forms, present = [] } of keys) {
    if (plural !== 'cardinal') continue
    for (const form of [...Object.keys(forms), ...present]) {
      const number = Number(form)
      if (number >= count) count = number + 1
    }
  }
  return count
}

/** Returns a key with numbered forms as one with CLDR's categories, and the forms whose texts are not in it. */
export function withCategories<T extends Key>(
  key: T,
  { formOf, categoryOf }: Numbering,
): { readonly key: T; readonly lost: readonly FormName[] } {
  const categories = PLURAL_CATEGORIES.filter((category) => formOf.has(category))
  const { present, source } = key
  // A source text belongs to the category that its number is for, not to others that share the number.
  const sourceOf = (category: PluralCategory): string | undefined => {
    const number = formOf.get(category)
    return number !== undefined && categoryOf.get(number) === category ? source?.[number] : source?.[category]
  }
  const forms = formsFrom((category) => key.forms[category] ?? key.forms[formOf.get(category) ?? category])
  return {
    key: {
      ...key,
      forms,
      ...(source === undefined ? {} : { source: formsFrom(sourceOf) }),
      ...(present === undefined
        ? {}
        : { present: categories.filter((category) => present.includes(formOf.get(category) ?? category)) }),
    },
    lost: formsLost(key.forms, forms),
  }
}

/** Returns the texts of CLDR's categories as numbered forms, and the categories whose texts are not among them. */
export function withNumbers(
  forms: Forms,
  { categoryOf }: Numbering,
): { readonly forms: Forms; readonly lost: readonly FormName[] } {
  const numbered: Partial<Record<FormName, string>> = {}
  for (const [number, category] of categoryOf) {
    const text = forms[number] ?? forms[category] ?? forms.other
    if (text !== undefined) numbered[number] = text
  }
  return { forms: numbered, lost: formsLost(forms, numbered) }
}

function formsFrom(textOf: (category: PluralCategory) => string | undefined): Forms {
  const found: Partial<Record<FormName, string>> = {}
  for (const category of PLURAL_CATEGORIES) {
    const text = textOf(category)
    if (text !== undefined) found[category] = text
  }
  return found
}

function formsLost(before: Forms, after: Forms): readonly FormName[] {
  const kept = new Set(Object.values(after))
  return (Object.entries(before) as [FormName, string][]) // `Forms` has no other names
    .filter(([, text]) => text !== '' && !kept.has(text))
    .map(([form]) => form)
}
