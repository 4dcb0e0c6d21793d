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
  const base = baseLanguage(tag)
  if (ONE_FORM.has(base)) return 1
  return COUNTS.get(base) ?? wholeNumberForms(tag).length
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
  const isLikeCldr = pluralCategories(tag, 'cardinal').every(
    (form) => forms.includes(form) || isRareCategory(tag, 'cardinal', form),
  )
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

/**
 * Where Qt's order differs from CLDR's: Latvian has the form for zero last, Irish has no forms beyond two.
 */
const SPECIAL: ReadonlyMap<string, readonly FormName[]> = new Map([
  ['lv 3', ['one', 'other', 'zero']],
  ['ga 3', ['one', 'two', 'other']],
])

const ONE_FORM: ReadonlySet<string> = new Set(
  'bi my zh dz fj gn hu id ja jv ko ms na fa su th bo tr vi yo za'.split(' '),
)
const COUNTS: ReadonlyMap<string, number> = new Map([
  ['ga', 3],
  ['mk', 3],
  ['mt', 4],
  ['cy', 5],
  ['he', 2],
  ['fil', 3],
  ['tl', 3],
])
