import { exampleNumbers, FORM_NAMES, type FormName, type Forms, type PluralCategory, type PluralKind, requiredForms } from '@dragoman/core'

/** One text of a string, as the editor shows it: `numbers` are examples of what the form stands for (`2–4, 22–24, …`), empty for a plain string. */
export type FormBox = { readonly form: FormName; readonly numbers: string; readonly needed: boolean }

/** The forms the language needs, and those that are there although it does not need them, in the usual order. */
export function formBoxes(
  key: { readonly plural: PluralKind },
  language: string,
  texts: { readonly source: Forms; readonly own: Forms },
): FormBox[] {
  const needed = new Set(requiredForms(key.plural, language, texts.source))
  const examples = key.plural === 'none' ? null : exampleNumbers(language, key.plural === 'ordinal' ? 'ordinal' : 'cardinal')
  return FORM_NAMES.filter((form) => needed.has(form) || (texts.own[form] ?? '') !== '').map((form) => ({
    form,
    numbers: examples === null ? '' : numbersOf(form, examples),
    needed: needed.has(form),
  }))
}

function numbersOf(form: FormName, examples: ReadonlyMap<PluralCategory, string>): string {
  for (const [category, numbers] of examples) if (category === form) return numbers
  return form === 'zero' ? '0' : ''
}

/** A number that takes the form, for previews: the first of its examples. */
export function exampleNumber(box: FormBox): number | null {
  const first = /\d+(?:\.\d+)?/.exec(box.numbers)?.[0]
  if (first !== undefined) return Number(first)
  return /^\d$/.test(box.form) ? (V3_EXAMPLES[Number(box.form)] ?? null) : null
}

/** Numbers that i18next's JSON v3 uses for `_0`, `_1`, … in languages with three forms and more; good enough for a preview. */
const V3_EXAMPLES: readonly number[] = [1, 2, 5, 11, 100, 1000]

/** The source text that a target form corresponds to: the same form, else `other`, else the first there is. */
export function sourceTextFor(form: FormName, source: Forms): string {
  const same = source[form]
  if (same !== undefined && same !== '') return same
  if (source.other !== undefined) return source.other
  return FORM_NAMES.map((name) => source[name]).find((text) => text !== undefined && text !== '') ?? ''
}

/** The source copied into the forms of a target language, each from the form that fits. */
export function copyOfSource(boxes: readonly FormBox[], source: Forms): Forms {
  const copy: Partial<Record<FormName, string>> = {}
  for (const box of boxes) copy[box.form] = sourceTextFor(box.form, source)
  return copy
}
