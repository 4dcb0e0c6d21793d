import type { FormName } from '../message/forms.ts'
import { requiredForms } from './plural-forms.ts'
import { baseLanguage } from './tag.ts'

/**
 * Returns the form of i18next JSON v3 that an app shows for a number. i18next 23 and earlier have these rules, which are
 * gettext's and differ from CLDR's: Slovenian counts from form `1`, Latvian has a form for 0 alone.
 */
export function oldFormOf(tag: string, number: number): FormName {
  const indexOf = INDEX_BY_LANGUAGE.get(tag) ?? INDEX_BY_LANGUAGE.get(baseLanguage(tag)) ?? exceptOne
  return requiredForms('cardinal-v3', tag, {})[indexOf(number)] ?? 'other'
}

type IndexOf = (n: number) => number

/** Returns whether the number ends with 2, 3 or 4, but not with 12, 13 or 14. */
function endsLikeFew(n: number): boolean {
  return n % 10 >= 2 && n % 10 <= 4 && !(n % 100 >= 10 && n % 100 < 20)
}

function endsLikeOne(n: number): boolean {
  return n % 10 === 1 && n % 100 !== 11
}

const always: IndexOf = () => 0
const exceptOne: IndexOf = (n) => (n === 1 ? 0 : 1)
const aboveOne: IndexOf = (n) => (n > 1 ? 1 : 0)

function arabic(n: number): number {
  if (n === 0 || n === 1 || n === 2) return n
  return n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5
}

function maltese(n: number): number {
  if (n === 1) return 0
  if (n === 0 || (n % 100 > 1 && n % 100 < 11)) return 1
  return n % 100 > 10 && n % 100 < 20 ? 2 : 3
}

/** Languages that are not listed have the rule of English. */
const RULES: readonly (readonly [languages: string, indexOf: IndexOf])[] = [
  ['ach ak am arn br fil gun ln mfe mg mi oc pt tg ti tl tr uz wa', aboveOne],
  ['pt-PT', exceptOne],
  ['ay bo cgg fa ht id ja jbo ka km ko ky lo ms sah su th tt ug vi wo zh', always],
  ['be bs cnr dz hr ru sr uk', (n) => (endsLikeOne(n) ? 0 : endsLikeFew(n) ? 1 : 2)],
  ['csb pl', (n) => (n === 1 ? 0 : endsLikeFew(n) ? 1 : 2)],
  ['cs sk', (n) => (n === 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2)],
  ['ar', arabic],
  ['cy', (n) => (n === 1 ? 0 : n === 2 ? 1 : n === 8 || n === 11 ? 3 : 2)],
  ['fr', (n) => (n >= 2 ? 1 : 0)],
  ['ga', (n) => (n === 1 ? 0 : n === 2 ? 1 : n < 7 ? 2 : n < 11 ? 3 : 4)],
  ['gd', (n) => (n === 1 || n === 11 ? 0 : n === 2 || n === 12 ? 1 : n > 2 && n < 20 ? 2 : 3)],
  ['he', (n) => (n === 1 ? 0 : n === 2 ? 1 : n > 10 && n % 10 === 0 ? 2 : 3)],
  ['is mk', (n) => (endsLikeOne(n) ? 0 : 1)],
  ['jv', (n) => (n === 0 ? 0 : 1)],
  ['kw', (n) => (n === 1 ? 0 : n === 2 ? 1 : n === 3 ? 2 : 3)],
  ['lt', (n) => (endsLikeOne(n) ? 0 : n % 10 >= 2 && !(n % 100 >= 10 && n % 100 < 20) ? 1 : 2)],
  ['lv', (n) => (endsLikeOne(n) ? 0 : n === 0 ? 2 : 1)],
  ['mnk', (n) => (n === 0 ? 0 : n === 1 ? 1 : 2)],
  ['mt', maltese],
  ['ro', (n) => (n === 1 ? 0 : n === 0 || (n % 100 > 0 && n % 100 < 20) ? 1 : 2)],
  ['sl', (n) => [0, 1, 2, 3, 3][n % 100] ?? 0],
]

const INDEX_BY_LANGUAGE: ReadonlyMap<string, IndexOf> = new Map(
  RULES.flatMap(([languages, indexOf]) =>
    languages.split(' ').map((language): [string, IndexOf] => [language, indexOf]),
  ),
)
