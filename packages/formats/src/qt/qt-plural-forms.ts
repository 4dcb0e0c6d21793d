import {
  baseLanguage,
  type DeclaredForm,
  exampleNumbers,
  FORM_NAMES,
  type FormName,
  isRareCategory,
  pluralCategories,
} from '@dragoman/core'
import type { Document } from '../format.ts'
import { languageTag } from '../source/language-tag.ts'

/**
 * Returns the names of `count` numerus forms in Qt's order (numerus.cpp of Qt Linguist): CLDR's if both
 * distinguish the same numbers, otherwise numbers. One form is for all numbers, two are for one and for
 * others.
 */
export function qtPluralForms(language: string | null, count: number): readonly FormName[] {
  const tag = language === null ? null : (languageTag(language) ?? language)
  if (count === 1) return ['other']
  if (tag !== null) {
    const special = SPECIAL.get(`${baseLanguage(tag)} ${count}`)
    if (special !== undefined) return special
    const all = pluralCategories(tag, 'cardinal')
    if (all.length === count) return all
    const whole = wholeNumberForms(tag)
    if (whole.length === count) return whole
  }
  if (count === 2) return ['one', 'other']
  return FORM_NAMES.slice(NUMBERS_FROM, NUMBERS_FROM + count)
}

/** Returns how many forms Qt gives a language, for messages without any. */
export function qtFormCount(language: string | null): number {
  const tag = language === null ? null : (languageTag(language) ?? language)
  if (tag === null) return 2
  return COUNTS.get(baseLanguage(tag)) ?? wholeNumberForms(tag).length
}

/**
 * Returns the plural forms of the translations in a file: as many as most of its messages have, otherwise those that Qt
 * gives the language.
 */
export function formsOfQt({ text, view, entries }: Document): readonly DeclaredForm[] {
  const language = /<TS\b[^>]*?\slanguage="([^"]+)"/.exec(text.slice(0, HEAD))?.[1] ?? view?.language ?? null
  const counts = new Map<string, number>()
  for (const { unit } of entries.values())
    if (unit !== undefined && unit.plural !== 'none') counts.set(unit.name, (counts.get(unit.name) ?? 0) + 1)
  const forms = qtPluralForms(language, mostFrequent(counts.values()) ?? qtFormCount(language))
  if (forms.length === 1) return forms.map((form) => ({ form, numbers: ALL_NUMBERS }))
  const tag = language === null ? 'en' : (languageTag(language) ?? language)
  const examples = new Map<FormName, string>(exampleNumbers(tag, 'cardinal'))
  // CLDR's examples are right only if the forms are the same.
  const cldr: readonly FormName[] = pluralCategories(tag, 'cardinal')
  const isLikeCldr =
    forms.every((form) => cldr.includes(form)) && wholeNumberForms(tag).every((form) => forms.includes(form))
  return forms.map((form) => ({
    form,
    numbers: isLikeCldr ? (examples.get(form) ?? '') : (QT_NUMBERS.get(form) ?? ''),
  }))
}

const HEAD = 4000
const ALL_NUMBERS = '0–14, …'
/** What Qt's rules for one and two have in the languages whose forms differ from CLDR's. */
const QT_NUMBERS: ReadonlyMap<FormName, string> = new Map([
  ['one', '1'],
  ['two', '2'],
])

function mostFrequent(counts: Iterable<number>): number | null {
  const frequency = new Map<number, number>()
  for (const count of counts) frequency.set(count, (frequency.get(count) ?? 0) + 1)
  let best: number | null = null
  for (const [count, times] of frequency)
    if (best === null || times > (frequency.get(best) ?? 0)) best = count
  return best
}

/** Returns the forms that whole numbers below a thousand need: Qt has no others. */
function wholeNumberForms(tag: string): readonly FormName[] {
  return pluralCategories(tag, 'cardinal').filter((category) => !isRareCategory(tag, 'cardinal', category))
}

const NUMBERS_FROM = FORM_NAMES.indexOf('0')

/** Languages with forms for one, two and all other numbers. */
const IRISH_STYLE = 'dv ga gv ik iu mi sa se sm'.split(' ')

/** Where Qt's forms have CLDR's names in another order, or for other numbers: Latvian has the form for zero last. */
const SPECIAL: ReadonlyMap<string, readonly FormName[]> = new Map<string, readonly FormName[]>([
  ['lv 3', ['one', 'other', 'zero']],
  ...IRISH_STYLE.map((base) => [`${base} 3`, ['one', 'two', 'other']] as const),
])

/** Numbers of forms and their languages (numerus.cpp of Qt 6); CLDR's for languages that Qt has no rule for. */
const COUNTS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    1: 'bi bo dz fa fj gn hu id ja jv ko ms my na om su th tr tt vi yo za zh',
    2: `aa ab af am as ay az ba bg bn br ca co da de el en eo es et eu fi fil fo fr fur fy gl gu ha he hi hy ia ie is it
      ka kk kl km kn ks ku kw ky la lb ln lo mg ml mn mr nb ne nl nn no nso oc or pa ps pt qu rm rn rw sd si sn so sq ss
      st sv sw ta te tg ti tk tl tn to ts ug ur uz vo wa wo xh yi zu`,
    3: `be bs cs hr lt lv mk pl ro ru sk sr uk ${IRISH_STYLE.join(' ')}`,
    4: 'gd mt sl',
    5: 'cy',
    6: 'ar',
  }).flatMap(([count, languages]) => languages.split(/\s+/).map((base) => [base, Number(count)] as const)),
)
