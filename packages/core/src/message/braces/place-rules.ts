import { append } from '../../lists/group-by.ts'
import { byLanguage } from '../../locale/by-language.ts'
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
} from '../../locale/number-rules.ts'
import { baseLanguage } from '../../locale/tag.ts'

/** How a program selects one of the forms between bars in a language. */
export type PlaceRule = {
  /** Returns the place of the form for a number, from 0. */
  readonly placeOf: (number: number) => number
  /** The whole numbers below 1,000 of each place. No number selects a form behind them. */
  readonly numbers: readonly (readonly number[])[]
}

/** Returns the rule of Laravel (`MessageSelector`) for a language. */
export function laravelPlaces(tag: string): PlaceRule {
  return placeRule(ruleOf(tag, LARAVEL))
}

/** Returns the rule of Symfony (`TranslatorTrait`) for a language. */
export function symfonyPlaces(tag: string): PlaceRule {
  return placeRule(ruleOf(tag, SYMFONY))
}

type RuleOfLanguage = ReadonlyMap<string, NumberRule>

function ruleOf(tag: string, own: RuleOfLanguage): NumberRule {
  return own.get(tag) ?? own.get(baseLanguage(tag)) ?? SHARED.get(baseLanguage(tag)) ?? always
}

/** The rule of all languages that are not listed, Turkish among them: the first form is for every number. */
const always: NumberRule = () => 0

/** Both programs have these rules of the Zend Framework, which differ from CLDR's. */
const SHARED = byLanguage<NumberRule>([
  [
    'af bg bn ca da de el en eo es et eu fa fi fo fur fy gl gu ha he hu is it ku lb ml mn mr nah nb ne nl nn no om or ' +
      'pa pap ps pt so sq sv sw ta te tk ur zu',
    exceptOne,
  ],
  ['am bh fil fr gun hi hy ln mg nso ti wa', aboveOne],
  ['be bs hr ru sr uk', russian],
  ['cs sk', czech],
  ['pl', polish],
  ['lt', lithuanian],
  ['ro', romanian],
  ['mt', maltese],
  ['ar', arabic],
  ['ga', (n) => (n === 1 ? 0 : n === 2 ? 1 : 2)],
  ['cy', (n) => (n === 1 ? 0 : n === 2 ? 1 : n === 8 || n === 11 ? 2 : 3)],
  ['lv', (n) => (n === 0 ? 0 : endsLikeOne(n) ? 1 : 2)],
  ['mk', (n) => (n % 10 === 1 ? 0 : 1)],
  ['sl', (n) => [3, 0, 1, 2, 2][n % 100] ?? 3],
])

const LARAVEL = byLanguage([['xbr', aboveOne]])
const SYMFONY = byLanguage([
  ['oc', exceptOne],
  ['pt-BR', aboveOne],
])

const known = new Map<NumberRule, PlaceRule>()

function placeRule(rule: NumberRule): PlaceRule {
  const cached = known.get(rule)
  if (cached !== undefined) return cached
  const byPlace = new Map<number, number[]>()
  for (let n = 0; n < 1000; n++) append(byPlace, rule(n), n)
  const numbers = [...byPlace].sort(([a], [b]) => a - b).map(([, own]) => own)
  const found = { placeOf: rule, numbers }
  known.set(rule, found)
  return found
}
