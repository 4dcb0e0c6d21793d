import { groupBy } from '../lists/group-by.ts'
import { oldFormOf } from '../locale/old-form-of.ts'
import { pluralCategoryOf, requiredForms } from '../locale/plural-forms.ts'
import { FORM_NAMES, type FormName, type Forms, type PluralKind } from '../message/forms.ts'

/** What decides which form an app shows for a number. */
export type FormRule = { readonly plural: PluralKind; readonly language: string }

/**
 * Returns the text that a form gets from forms of another language or plural kind: the text that these have for the
 * numbers of the form. If they have several, it is the text for most of the numbers, but never one for a single number:
 * English `You have one message` is for 1 only, and Russian uses `one` for 21 too. Undefined: they have none.
 */
export function carriedText(
  forms: Forms,
  { form, from, to }: { readonly form: FormName; readonly from: FormRule; readonly to: FormRule },
): string | undefined {
  // A form that only the file of the texts explains, such as `0` of gettext, has no numbers here.
  const { origins, isForZero } = carryingOf(from, to).get(form) ?? { origins: [form], isForZero: false }
  // i18next uses `_zero` for 0 in every language.
  const names = isForZero ? ['zero' as const, ...origins] : origins
  const [text] = names.flatMap((name) => forms[name] || [])
  return text
}

/**
 * Returns the forms that an app of another language requests, with these texts. A form for whose numbers there is no
 * text has the general one. `wanted`: the forms, if they are not those of the language.
 */
export function fillForms(
  forms: Forms,
  {
    from,
    to,
    wanted,
  }: { readonly from: FormRule; readonly to: FormRule; readonly wanted?: readonly FormName[] },
): Forms {
  const general = generalText(forms)
  const filled: Partial<Record<FormName, string>> = {}
  for (const form of wanted ?? requiredForms(to.plural, to.language, forms)) {
    const text = carriedText(forms, { form, from, to }) ?? general
    if (text !== undefined) filled[form] = text
  }
  return filled
}

/** Returns the text for any number: `other`, or else the last one. */
export function generalText(forms: Forms): string | undefined {
  return forms.other || FORM_NAMES.flatMap((form) => forms[form] || []).at(-1)
}

/** The forms whose texts a form can have, the best first. */
type Origins = { readonly origins: readonly FormName[]; readonly isForZero: boolean }

const known = new Map<string, ReadonlyMap<FormName, Origins>>()

/** Cached, because it tries a thousand numbers, and a file has thousands of keys. */
function carryingOf(from: FormRule, to: FormRule): ReadonlyMap<FormName, Origins> {
  const id = [from.plural, from.language, to.plural, to.language].join(' ')
  const cached = known.get(id)
  if (cached !== undefined) return cached
  const found = findOrigins(from, to)
  if (known.size < 1000) known.set(id, found)
  return found
}

const WHOLE_NUMBERS = Array.from({ length: 1000 }, (_, number) => number)
/** Numbers of the forms that smaller whole numbers do not have: millions in French, fractions in Czech. */
const RARE_NUMBERS = [1_000_000, 2_000_000, 0.5, 1.5, 2.5, 10.5]

function findOrigins(from: FormRule, to: FormRule): ReadonlyMap<FormName, Origins> {
  const numbersOf = new Map<FormName, readonly number[]>([
    // i18next requests `_zero` for 0 also in languages without such a category.
    ['zero', [0]],
    ...groupBy(RARE_NUMBERS, (number) => formOf(to, number)),
    ...groupBy(WHOLE_NUMBERS, (number) => formOf(to, number)),
  ])
  const numbersOfOrigin = groupBy(WHOLE_NUMBERS, (number) => formOf(from, number))
  const originsOf = (numbers: readonly number[]): Origins => {
    const counts = [...groupBy(numbers, (number) => formOf(from, number))]
    const names = counts.sort(([, a], [, b]) => b.length - a.length).map(([name]) => name)
    const isForMany = (name: FormName) => numbersOfOrigin.get(name)?.length !== 1
    return {
      origins: names.length === 1 ? names : names.filter(isForMany),
      isForZero: numbers.length === 1 && numbers[0] === 0,
    }
  }
  return new Map([...numbersOf].map(([form, numbers]) => [form, originsOf(numbers)]))
}

/** Returns the form that an app shows for a number. */
function formOf({ plural, language }: FormRule, number: number): FormName {
  if (plural === 'none') return 'other'
  return plural === 'cardinal-v3' ? oldFormOf(language, number) : pluralCategoryOf(language, plural, number)
}
