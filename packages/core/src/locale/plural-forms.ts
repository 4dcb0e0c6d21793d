import type { DeclaredForm } from '../limits/text-limits.ts'
import { append } from '../lists/group-by.ts'
import {
  type FormName,
  type Forms,
  PLURAL_CATEGORIES,
  type PluralCategory,
  type PluralKind,
} from '../message/forms.ts'
import { oldFormOf, oldForms } from './old-form-of.ts'
import { intlTag } from './tag.ts'

export type NumberKind = 'cardinal' | 'ordinal'

/** Returns the plural categories of a language, in CLDR's order. Unknown languages have only `other`. */
export function pluralCategories(tag: string, kind: NumberKind): readonly PluralCategory[] {
  return pluralFacts(tag, kind).categories
}

/** Returns example numbers of each form, for display: `one → "1"`, `few → "2–4, 22–24, 32–34, …"`. */
export function exampleNumbers(tag: string, kind: NumberKind | 'cardinal-v3'): ReadonlyMap<FormName, string> {
  return kind === 'cardinal-v3' ? oldFacts(tag).examples : pluralFacts(tag, kind).examples
}

/**
 * Returns whether the form is for one number only, so that a text can have a word instead of `{{count}}`:
 * `one` in English, `two` in Arabic, but not `one` in French (0 and 1) or Russian (1, 21, 31, …). i18next
 * uses `_zero` for 0 in every language, but in Latvian also for the numbers of its category `zero` (0, 10–20, …).
 */
export function isSingleNumberForm(tag: string, plural: PluralKind, form: FormName): boolean {
  if (plural === 'none') return false
  if (plural === 'cardinal-v3') return form === 'zero' || oldFacts(tag).single.has(form)
  if (form === 'zero' && !pluralFacts(tag, plural).categories.includes('zero')) return true
  // `form in CATEGORY` has just shown that it is one.
  return form in CATEGORY && isSingle(pluralFacts(tag, plural), form as PluralCategory)
}

function isSingle({ numbers }: PluralFacts, category: PluralCategory): boolean {
  return numbers.get(category)?.length === 1
}

/**
 * Returns whether a category is used for no other whole numbers than these. `one` is used for 1 alone in
 * English, for 0 and 1 in French, and for many more in Russian.
 */
export function isOnlyFor(
  tag: string,
  kind: NumberKind,
  category: PluralCategory,
  numbers: ReadonlySet<number>,
): boolean {
  return (
    pluralFacts(tag, kind)
      .numbers.get(category)
      ?.every((number) => numbers.has(number)) ?? false
  )
}

/**
 * Returns whether whole numbers below 1,000 never use the category: `many` in French (a million), `other` in
 * Polish (fractions).
 */
export function isRareCategory(tag: string, kind: NumberKind, category: PluralCategory): boolean {
  return pluralFacts(tag, kind).rare.has(category)
}

/**
 * Returns the forms of a complete translation, in order. `declared`: those that the file defines itself, which come before
 * CLDR's (see `TextLimits.plurals`). A plain key has `other`. i18next uses `_zero` for 0
 * in any language, so a source with a `zero` form requires one in all of them. i18next JSON v3 has `key` and
 * `key_plural` in languages with two forms and numbers in all others. If only whole numbers are counted,
 * forms that none of them uses (`other` in Polish) are not required.
 */
export function requiredForms(
  plural: PluralKind,
  tag: string,
  sourceForms: Forms,
  numbers?: 'whole',
  declared?: readonly DeclaredForm[],
): readonly FormName[] {
  if (plural === 'none') return PLAIN
  if (plural === 'cardinal' && declared !== undefined) return declared.map(({ form }) => form)
  if (plural === 'cardinal-v3') return oldForms(tag)
  const all = pluralCategories(tag, plural)
  const categories =
    numbers === 'whole' ? all.filter((category) => !isRareCategory(tag, plural, category)) : all
  return (sourceForms.zero ?? '') !== '' && !categories.includes('zero')
    ? ['zero', ...categories]
    : categories
}

const PLAIN: readonly FormName[] = ['other']

const CATEGORY: Readonly<Record<PluralCategory, true>> = {
  zero: true,
  one: true,
  two: true,
  few: true,
  many: true,
  other: true,
}

type PluralFacts = {
  readonly categories: readonly PluralCategory[]
  readonly examples: ReadonlyMap<PluralCategory, string>
  /** All whole numbers below 1,000 of the categories that have no more than a few. */
  readonly numbers: ReadonlyMap<PluralCategory, readonly number[]>
  readonly rare: ReadonlySet<PluralCategory>
}

/**
 * Returns the category of a number in a language. `other` for every number if `Intl` does not support the language: it
 * would use the machine's own.
 */
export function pluralCategoryOf(tag: string, kind: NumberKind, number: number): PluralCategory {
  const id = `${kind} ${tag}`
  let rules = knownRules.get(id)
  if (rules === undefined) {
    const locale = intlTag(tag)
    const isSupported = Intl.PluralRules.supportedLocalesOf(locale).length > 0
    rules = isSupported ? new Intl.PluralRules(locale, { type: kind }) : null
    if (knownRules.size < 2000) knownRules.set(id, rules)
  }
  return rules?.select(number) ?? 'other'
}

const knownRules = new Map<string, Intl.PluralRules | null>()

const known = { cardinal: new Map<string, PluralFacts>(), ordinal: new Map<string, PluralFacts>() }

function pluralFacts(tag: string, kind: NumberKind): PluralFacts {
  const cached = known[kind].get(tag)
  if (cached !== undefined) return cached
  const facts = computeFacts(tag, kind)
  if (known[kind].size < 2000) known[kind].set(tag, facts)
  return facts
}

const LAST_SAMPLE = 999
/** Enough for every category that a text could list number by number. */
const FEW_NUMBERS = 5
const LARGE_SAMPLES = [1000, 10_000, 100_000, 1_000_000, 2_000_000]
const FRACTION_SAMPLES = [0.5, 1.5, 2.5, 10.5]

/**
 * `Intl` uses the machine's own language if it does not support the requested one; CLDR's root has only
 * `other`.
 */
const ROOT_FACTS: PluralFacts = {
  categories: ['other'],
  examples: new Map([['other', '0–14, …']]),
  numbers: new Map(),
  rare: new Set(),
}

function computeFacts(tag: string, kind: NumberKind): PluralFacts {
  if (Intl.PluralRules.supportedLocalesOf(intlTag(tag)).length === 0) return ROOT_FACTS
  const rules = new Intl.PluralRules(intlTag(tag), { type: kind })
  const offered: ReadonlySet<string> = new Set(rules.resolvedOptions().pluralCategories)
  const categories = PLURAL_CATEGORIES.filter((category) => offered.has(category))
  const numbers = new Map<string, number[]>()
  for (let n = 0; n <= LAST_SAMPLE; n++) append<string, number>(numbers, rules.select(n), n)
  const examples = new Map<PluralCategory, string>()
  const few = new Map<PluralCategory, readonly number[]>()
  const rare = new Set<PluralCategory>()
  for (const category of categories) {
    const list = numbers.get(category)
    if (list === undefined) {
      rare.add(category)
      examples.set(category, rareExamples(rules, category))
      continue
    }
    if (list.length <= FEW_NUMBERS) few.set(category, list)
    examples.set(category, numberRanges(list))
  }
  return { categories, examples, numbers: few, rare }
}

/** Of i18next JSON v3. */
type OldFacts = {
  readonly examples: ReadonlyMap<FormName, string>
  /** Forms that are for one number only. */
  readonly single: ReadonlySet<FormName>
}

const knownOld = new Map<string, OldFacts>()

function oldFacts(tag: string): OldFacts {
  const cached = knownOld.get(tag)
  if (cached !== undefined) return cached
  const facts = computeOldFacts(tag)
  if (knownOld.size < 2000) knownOld.set(tag, facts)
  return facts
}

function computeOldFacts(tag: string): OldFacts {
  const numbers = new Map<FormName, number[]>()
  for (let n = 0; n <= LAST_SAMPLE; n++) append<FormName, number>(numbers, oldFormOf(tag, n), n)
  const examples = new Map<FormName, string>()
  const single = new Set<FormName>()
  for (const [form, list] of numbers) {
    examples.set(form, numberRanges(list))
    if (list.length === 1) single.add(form)
  }
  return { examples, single }
}

function rareExamples(rules: Intl.PluralRules, category: PluralCategory): string {
  const large = LARGE_SAMPLES.filter((n) => rules.select(n) === category)
  const found = large.length > 0 ? large : FRACTION_SAMPLES.filter((n) => rules.select(n) === category)
  return found.length === 0 ? '' : `${found.join(', ')}, …`
}

const MAX_RANGES = 3
const MAX_RANGE_LENGTH = 15

/** Returns ascending whole numbers as ranges, for display: `2–4, 22–24, …`. */
export function numberRanges(numbers: readonly number[]): string {
  const shown: string[] = []
  let index = 0
  while (index < numbers.length && shown.length < MAX_RANGES) {
    const first = numbers[index] ?? 0
    let last = first
    while (numbers[index + 1] === last + 1 && last - first < MAX_RANGE_LENGTH - 1) {
      index += 1
      last += 1
    }
    const isCut = numbers[index + 1] === last + 1
    shown.push(last === first ? String(first) : last === first + 1 ? `${first}, ${last}` : `${first}–${last}`)
    index += 1
    if (isCut) break
  }
  return index < numbers.length ? `${shown.join(', ')}, …` : shown.join(', ')
}
