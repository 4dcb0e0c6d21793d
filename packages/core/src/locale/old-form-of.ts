import type { FormName } from '../message/forms.ts'
import { byLanguage } from './by-language.ts'
import {
  aboveOne,
  arabic,
  czech,
  endsLikeOne,
  exceptOne,
  lithuanian,
  maltese,
  type NumberRule,
  polish,
  romanian,
  russian,
} from './number-rules.ts'
import { baseLanguage } from './tag.ts'

/**
 * Returns the form of i18next JSON v3 that an app shows for a number. i18next 23 and earlier have these rules, which are
 * gettext's and differ from CLDR's: Slovenian counts from form `1`, Latvian has a form for 0 alone.
 */
export function oldFormOf(tag: string, number: number): FormName {
  const rule = RULE_OF_LANGUAGE.get(tag) ?? RULE_OF_LANGUAGE.get(baseLanguage(tag)) ?? exceptOne
  return oldForms(tag)[rule(number)] ?? 'other'
}

/** Returns the forms of i18next JSON v3 in a language: `key` and `key_plural` where there are two, numbers in all others. */
export function oldForms(tag: string): readonly FormName[] {
  return OLD_FORMS[OLD_FORM_COUNT.get(baseLanguage(tag)) ?? 2] ?? OLD_TWO
}

const OLD_TWO: readonly FormName[] = ['one', 'other']
const OLD_FORMS: Readonly<Record<number, readonly FormName[]>> = {
  1: ['0'],
  2: OLD_TWO,
  3: ['0', '1', '2'],
  4: ['0', '1', '2', '3'],
  5: ['0', '1', '2', '3', '4'],
  6: ['0', '1', '2', '3', '4', '5'],
}

/**
 * Number of forms per language in i18next's JSON v3 (from gettext's rules, which v3 was based on); two if not
 * listed.
 */
const OLD_FORM_COUNT = byLanguage([
  ['ay bo cgg fa ht id ja jbo ka km ko ky lo ms sah su th tt ug vi wo zh', 1],
  ['be bs cnr cs csb dz hr lt lv mnk pl ro ru sk sr uk', 3],
  ['cy gd he kw mt sl', 4],
  ['ga', 5],
  ['ar', 6],
])

/** Languages that are not listed have the rule of English. */
const RULE_OF_LANGUAGE = byLanguage<NumberRule>([
  ['ach ak am arn br fil gun ln mfe mg mi oc pt tg ti tl tr uz wa', aboveOne],
  ['pt-PT', exceptOne],
  ['ay bo cgg fa ht id ja jbo ka km ko ky lo ms sah su th tt ug vi wo zh', () => 0],
  ['be bs cnr dz hr ru sr uk', russian],
  ['csb pl', polish],
  ['cs sk', czech],
  ['ar', arabic],
  ['cy', (n) => (n === 1 ? 0 : n === 2 ? 1 : n === 8 || n === 11 ? 3 : 2)],
  ['fr', (n) => (n >= 2 ? 1 : 0)],
  ['ga', (n) => (n === 1 ? 0 : n === 2 ? 1 : n < 7 ? 2 : n < 11 ? 3 : 4)],
  ['gd', (n) => (n === 1 || n === 11 ? 0 : n === 2 || n === 12 ? 1 : n > 2 && n < 20 ? 2 : 3)],
  ['he', (n) => (n === 1 ? 0 : n === 2 ? 1 : n > 10 && n % 10 === 0 ? 2 : 3)],
  ['is mk', (n) => (endsLikeOne(n) ? 0 : 1)],
  ['jv', (n) => (n === 0 ? 0 : 1)],
  ['kw', (n) => (n === 1 ? 0 : n === 2 ? 1 : n === 3 ? 2 : 3)],
  ['lt', lithuanian],
  ['lv', (n) => (endsLikeOne(n) ? 0 : n === 0 ? 2 : 1)],
  ['mnk', (n) => (n === 0 ? 0 : n === 1 ? 1 : 2)],
  ['mt', maltese],
  ['ro', romanian],
  ['sl', (n) => [0, 1, 2, 3, 3][n % 100] ?? 0],
])
