import {
  type DeclaredForm,
  exampleNumbers,
  FORM_NAMES,
  type FormName,
  type Forms,
  oldFormOf,
  type PluralKind,
  pluralCategoryOf,
  requiredForms,
} from '@dragoman/core'

/**
 * A field of the editor for one text of a string: `numbers` are examples of numbers with this form (`2–4,
 * 22–24, …`), empty for a plain string.
 */
export type FormBox = { readonly form: FormName; readonly numbers: string; readonly needed: boolean }

/**
 * Returns the forms that the language needs, and existing ones that it does not need, in the usual order. `declared`: the
 * forms that the file defines itself, instead of the language's.
 */
export function formBoxes(
  key: { readonly plural: PluralKind },
  language: string,
  texts: { readonly source: Forms; readonly own: Forms },
  numbers?: 'whole',
  declared?: readonly DeclaredForm[],
): FormBox[] {
  const needed = new Set(requiredForms(key.plural, language, texts.source, numbers, declared))
  const examples = key.plural === 'none' ? null : exampleNumbers(language, key.plural)
  const ownNumbers = new Map(
    (key.plural === 'cardinal' ? (declared ?? []) : []).map((form) => [
      form.form,
      shortenNumbers(form.numbers),
    ]),
  )
  const shown = FORM_NAMES.filter((form) => needed.has(form) || (texts.own[form] ?? '') !== '')
  // A file's own forms keep its order.
  const ordered = ownNumbers.size === 0 ? shown : [...needed, ...shown.filter((form) => !needed.has(form))]
  return ordered.map((form) => ({
    form,
    numbers: ownNumbers.get(form) ?? (examples === null ? '' : numbersOf(form, examples)),
    needed: needed.has(form),
  }))
}

/** Returns examples of the numbers of a form, short enough to fit next to its field. */
export function numbersOf(form: FormName, examples: ReadonlyMap<FormName, string>): string {
  const numbers = examples.get(form)
  if (numbers !== undefined) return shortenNumbers(numbers)
  return form === 'zero' ? '0' : ''
}

/** Two ranges are enough: a third only makes the field taller. */
export function shortenNumbers(numbers: string): string {
  const parts = numbers.split(', ')
  return parts.length <= 3 ? numbers : `${parts.slice(0, 2).join(', ')}, …`
}

/** Returns a number of the form for previews, preferably a common one. Null for a plain string. */
export function exampleNumber(
  key: { readonly plural: PluralKind },
  language: string,
  form: FormName,
): number | null {
  if (key.plural === 'none') return null
  if (form === 'zero') return 0
  const kind = key.plural
  return usualNumber((number) =>
    kind === 'cardinal-v3'
      ? oldFormOf(language, number) === form
      : pluralCategoryOf(language, kind, number) === form,
  )
}

/** Returns the most common number for previews that has a form; null if none of them has. */
export function usualNumber(hasForm: (number: number) => boolean): number | null {
  return USUAL_NUMBERS.find(hasForm) ?? null
}

const USUAL_NUMBERS: readonly number[] = [1, 5, 3, 2, 11, 100, 21, 0, 1_000_000, 0.5, 1.5]

/** Returns the source text for a target form: the same form, otherwise `other`, otherwise the first one. */
export function sourceTextFor(form: FormName, source: Forms): string {
  const same = source[form]
  if (same !== undefined && same !== '') return same
  if (source.other !== undefined) return source.other
  return FORM_NAMES.map((name) => source[name]).find((text) => text !== undefined && text !== '') ?? ''
}

/** Copies the source into the forms of a target language, each from the corresponding form. */
export function copyOfSource(boxes: readonly FormBox[], source: Forms): Forms {
  const copy: Partial<Record<FormName, string>> = {}
  for (const box of boxes) copy[box.form] = sourceTextFor(box.form, source)
  return copy
}
