import {
  baseLanguage,
  type FormName,
  intlTag,
  numberRanges,
  PLURAL_CATEGORIES,
  type PluralCategory,
  pluralCategories,
  tagFromPath,
} from '@dragoman/core'
import type { Numbering } from './numbering.ts'
import { type PluralExpression, parsePluralExpression } from './plural-expression.ts'

/** How the plural forms of a file are numbered. */
export type PluralRule = {
  readonly count: number
  /**
   * The form of each number: CLDR's categories if they and the numbers match one to one, otherwise the
   * numbers themselves.
   */
  readonly forms: readonly FormName[]
  /** Examples of the whole numbers of each form; empty for one that no whole number has. */
  readonly numbers: readonly string[]
  /** How numbered forms and CLDR's categories correspond; null: the forms are categories. */
  readonly numbering: Numbering | null
  /** Whether the file defines the rule itself. */
  readonly isStated: boolean
}

/**
 * Returns the rule of a `Plural-Forms` header for a language; without one, as in a template, the language's
 * usual rule.
 */
export function pluralRuleOf(header: string | null, language: string | null): PluralRule {
  return remember(rules, `${language ?? ''}\n${header ?? ''}`, () => findRule(header, language))
}

function findRule(header: string | null, language: string | null): PluralRule {
  const stated = header === null ? null : parsePluralForms(header)
  if (stated !== null) return ruleOf(stated, language, true)
  const usual = parsePluralForms(pluralFormsFor(language))
  return usual === null ? TWO_FORMS : ruleOf(usual, language, false)
}

/** The rule of English: `one` and `other`. */
export const TWO_FORMS: PluralRule = {
  count: 2,
  forms: ['one', 'other'],
  numbers: ['1', '0, 2–16, …'],
  numbering: null,
  isStated: false,
}

function ruleOf(rule: StatedRule, language: string | null, isStated: boolean): PluralRule {
  const forms = formsOf(rule, language)
  const areNumbers = forms.some((form) => NUMBERS.includes(form))
  const numbering = areNumbers ? numberingOf(rule, categoriesOf(language)) : null
  return { count: rule.count, forms, numbers: numbersOf(rule), numbering, isStated }
}

/**
 * Returns how the numbered forms of a catalog correspond to CLDR's categories, if the rule of the file that they came
 * from is not known: by the known rule with as many forms that is most like the language's own. Null: there is none.
 */
export function usualNumbering(language: string | null, count: number): Numbering | null {
  const categories = categoriesOf(language)
  const own = OLD_FORMULAS.get(language === null ? '' : baseLanguage(language))
  let best: { readonly numbering: Numbering; readonly agreed: number } | null = null
  for (const formula of [...(own === undefined ? [] : [own]), ...FORMULAS]) {
    const rule = parsePluralForms(formula)
    if (rule === null || rule.count !== count) continue
    const numbering = numberingOf(rule, categories)
    const agreed = categories.filter(
      (category, n) => categoryAt(numbering, rule.choose(n)) === category,
    ).length
    if (best === null || agreed > best.agreed) best = { numbering, agreed }
  }
  return best?.numbering ?? null
}

function categoryAt({ categoryOf }: Numbering, index: number): PluralCategory | undefined {
  const number = NUMBERS[index]
  return number === undefined ? undefined : categoryOf.get(number)
}

function numberingOf({ choose }: StatedRule, categories: readonly PluralCategory[]): Numbering {
  const pairs = categories.flatMap((category, n): [PluralCategory, FormName][] => {
    const number = NUMBERS[choose(n)]
    return number === undefined ? [] : [[category, number]]
  })
  return {
    formOf: mostFrequent(pairs),
    categoryOf: mostFrequent(pairs.map(([category, number]) => [number, category])),
  }
}

/** Returns the most frequent value of each key; of equally frequent ones, the first. */
function mostFrequent<K, V>(pairs: readonly (readonly [K, V])[]): ReadonlyMap<K, V> {
  const counts = new Map<K, Map<V, number>>()
  for (const [key, value] of pairs) {
    const values = counts.get(key) ?? new Map<V, number>()
    counts.set(key, values.set(value, (values.get(value) ?? 0) + 1))
  }
  return new Map(
    [...counts].flatMap(([key, values]) => {
      const [first] = [...values].sort(([, a], [, b]) => b - a)
      return first === undefined ? [] : [[key, first[0]] as const]
    }),
  )
}

function numbersOf({ count, choose }: StatedRule): readonly string[] {
  const lists = Array.from({ length: count }, (): number[] => [])
  for (let n = 0; n < SAMPLES; n++) lists[choose(n)]?.push(n)
  return lists.map(numberRanges)
}

/** Returns the form name of a number, even one beyond the rule; null if no name is left for it. */
export function formAt(rule: PluralRule, index: number): FormName | null {
  return rule.forms[index] ?? NUMBERS[index] ?? null
}

/** Returns the number of a form, or -1. */
export function indexOfForm(rule: PluralRule, form: FormName): number {
  const index = rule.forms.indexOf(form)
  if (index >= 0) return index
  const number = NUMBERS.indexOf(form)
  return number >= rule.forms.length ? number : -1
}

/**
 * Returns a new file's `Plural-Forms` header: the first of gettext's well-known rules that distinguishes
 * whole numbers like CLDR.
 */
export function pluralFormsFor(language: string | null): string {
  return remember(usualFormulas, language ?? '', () => findFormula(language))
}

/**
 * Returns a new file's `Plural-Forms` header with numbers for forms that no whole number has, in addition to the usual ones; the
 * usual rule if the language does not have exactly one such form.
 */
export function pluralFormsWith(language: string | null, rare: readonly FormName[]): string {
  const usual = pluralFormsFor(language)
  for (const formula of [...RARE_FORMULAS, withOneMore(usual)]) {
    const { forms, isStated } = pluralRuleOf(formula, language)
    const usualForms = pluralRuleOf(usual, language).forms
    if (isStated && [...usualForms, ...rare].every((form) => forms.includes(form))) return formula
  }
  return usual
}

/** Returns the rule with one more number, which no whole number gets. */
function withOneMore(formula: string): string {
  return formula.replace(/^nplurals=(\d+)/, (_, count: string) => `nplurals=${Number(count) + 1}`)
}

function findFormula(language: string | null): string {
  const categories = categoriesOf(language)
  for (const formula of FORMULAS) {
    const rule = parsePluralForms(formula)
    if (rule !== null && fits(rule, categories)) return formula
  }
  return GERMANIC
}

type StatedRule = { readonly count: number; readonly choose: PluralExpression }

const SAMPLES = 1001
const MAX_FORMS = 6
const NUMBERS: readonly FormName[] = ['0', '1', '2', '3', '4', '5']
const GERMANIC = 'nplurals=2; plural=(n != 1);'
const SLAVIC_TENS = 'n%10>=2 && n%10<=4 && (n%100<12 || n%100>14)'

/** Rules from the gettext manual and from projects that use it, the most common first. */
const FORMULAS: readonly string[] = [
  GERMANIC,
  'nplurals=1; plural=0;',
  'nplurals=2; plural=(n > 1);',
  `nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : ${SLAVIC_TENS} ? 1 : 2);`,
  `nplurals=3; plural=(n==1 ? 0 : ${SLAVIC_TENS} ? 1 : 2);`,
  'nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;',
  'nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);',
  'nplurals=3; plural=(n==1 ? 0 : n==0 || (n%100>0 && n%100<20) ? 1 : 2);',
  'nplurals=3; plural=(n==1 ? 0 : n==0 || (n!=1 && n%100>=1 && n%100<=19) ? 1 : 2);',
  'nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);',
  'nplurals=4; plural=(n==1 ? 0 : n==2 ? 1 : n>10 && n%10==0 ? 2 : 3);',
  'nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);',
  'nplurals=3; plural=(n%10==1 && (n%100<11 || n%100>19) ? 0 : n%10>=2 && n%10<=9 && (n%100<11 || n%100>19) ? 1 : 2);',
  'nplurals=3; plural=(n%10==0 || (n%100>=11 && n%100<=19) ? 0 : n%10==1 && n%100!=11 ? 1 : 2);',
  'nplurals=5; plural=(n==1 ? 0 : n==2 ? 1 : n<7 ? 2 : n<11 ? 3 : 4);',
  'nplurals=5; plural=(n==1 ? 0 : n==2 ? 1 : n>=3 && n<=6 ? 2 : n>=7 && n<=10 ? 3 : 4);',
  'nplurals=4; plural=(n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : (n>=3 && n<=10) || (n>=13 && n<=19) ? 2 : 3);',
  'nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5);',
  'nplurals=2; plural=(n%10!=1 || n%100==11);',
  'nplurals=2; plural=(n==1 || n%10==1 && n%100!=11 ? 0 : 1);',
  'nplurals=2; plural=(n%10==4 || n%10==6 || n%10==9);',
  'nplurals=4; plural=(n==1 ? 0 : n==0 || (n%100>1 && n%100<11) ? 1 : n%100>10 && n%100<20 ? 2 : 3);',
  'nplurals=5; plural=(n==1 ? 0 : n==2 ? 1 : n==0 || (n%100>=3 && n%100<=10) ? 2 : n%100>=11 && n%100<=19 ? 3 : 4);',
  'nplurals=4; plural=(n%10==1 && n%100!=11 && n%100!=71 && n%100!=91 ? 0 : n%10==2 && n%100!=12 && n%100!=72 && n%100!=92 ? 1 : (n%10==3 || n%10==4 || n%10==9) && (n%100<10 || n%100>19) && (n%100<70 || n%100>79) && n%100<90 ? 2 : 3);',
  'nplurals=4; plural=(n%10==1 ? 0 : n%10==2 ? 1 : n%20==0 ? 2 : 3);',
  'nplurals=3; plural=(n==0 ? 0 : n==1 ? 1 : 2);',
  'nplurals=2; plural=(n>=2 && (n<11 || n>99));',
]

/** Rules of the gettext manual that differ from CLDR's, by language, and that are not the most similar ones above. */
const OLD_FORMULAS: ReadonlyMap<string, string> = new Map([
  ['lv', 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);'],
])

/** Rules with a number for fractions, which Transifex and Crowdin write. */
const RARE_FORMULAS: readonly string[] = [
  'nplurals=4; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : n%10==0 || (n%10>=5 && n%10<=9) || (n%100>=11 && n%100<=14)? 2 : 3);',
  'nplurals=4; plural=(n==1 ? 0 : (n%10>=2 && n%10<=4) && (n%100<12 || n%100>14) ? 1 : n!=1 && (n%10>=0 && n%10<=1) || (n%10>=5 && n%10<=9) || (n%100>=12 && n%100<=14) ? 2 : 3);',
]

const rules = new Map<string, PluralRule>()
const usualFormulas = new Map<string, string>()
const categoryLists = new Map<string, readonly PluralCategory[]>()
const MAX_REMEMBERED = 200

/**
 * Caches rules: trying formulas with a thousand numbers takes longer than reading most files, and a project
 * has few languages.
 */
function remember<T>(known: Map<string, T>, key: string, find: () => T): T {
  const value = known.get(key) ?? find()
  if (known.size < MAX_REMEMBERED) known.set(key, value)
  return value
}

function parsePluralForms(header: string): StatedRule | null {
  const match = /^\s*nplurals\s*=\s*([0-9]{1,3})\s*;\s*plural\s*=\s*([^;]+);?/.exec(header)
  const choose = parsePluralExpression(match?.[2] ?? '')
  const count = Number(match?.[1])
  return match === null || choose === null || count < 1 || count > MAX_FORMS ? null : { count, choose }
}

/** Returns the category of each whole number, from 0 on. */
function categoriesOf(language: string | null): readonly PluralCategory[] {
  const tag = language === null ? 'und' : intlTag(tagFromPath(language) ?? 'und')
  return remember(categoryLists, tag, () => {
    // An unknown language is treated as English, the format's own default. `Intl` would use that of the machine.
    const isKnown = tag !== 'und' && Intl.PluralRules.supportedLocalesOf(tag).length > 0
    const plurals = new Intl.PluralRules(isKnown ? tag : 'en')
    return Array.from({ length: SAMPLES }, (_, n) => plurals.select(n))
  })
}

function fits(rule: StatedRule, categories: readonly PluralCategory[]): boolean {
  const byNumber = matchOf(rule, categories)
  return byNumber !== null && byNumber.size === new Set(categories).size && byNumber.size === rule.count
}

/**
 * Returns the category of each number of the rule, or null if a number matches several categories or a
 * category several numbers.
 */
function matchOf(
  rule: StatedRule,
  categories: readonly PluralCategory[],
): ReadonlyMap<number, PluralCategory> | null {
  const byNumber = new Map<number, PluralCategory>()
  const byCategory = new Map<PluralCategory, number>()
  for (const [n, category] of categories.entries()) {
    const index = rule.choose(n)
    if (!(index >= 0 && index < rule.count)) return null
    if ((byNumber.get(index) ?? category) !== category || (byCategory.get(category) ?? index) !== index)
      return null
    byNumber.set(index, category)
    byCategory.set(category, index)
  }
  return byNumber
}

/** Returns the categories of a language that are not used; `other` for one without rules of its own. */
function rareCategories(
  language: string | null,
  used: ReadonlySet<PluralCategory>,
): readonly PluralCategory[] {
  const tag = language === null ? null : tagFromPath(language)
  const known = tag === null ? PLURAL_CATEGORIES.slice(-1) : pluralCategories(tag, 'cardinal')
  return known.filter((category) => !used.has(category))
}

function formsOf(rule: StatedRule, language: string | null): readonly FormName[] {
  const numbers = NUMBERS.slice(0, rule.count)
  const match = matchOf(rule, categoriesOf(language))
  if (match === null) return numbers
  const used = new Set(match.values())
  const free = numbers.filter((_, index) => !match.has(index))
  if (free.length === 0) return numbers.map((number, index) => match.get(index) ?? number)
  // Some rules keep a number for fractions or millions, which CLDR has a category for and no whole number uses.
  const rare = rareCategories(language, used)
  const [category] = rare
  if (free.length > 1 || rare.length !== 1 || category === undefined) return numbers
  return numbers.map((_, index) => match.get(index) ?? category)
}
