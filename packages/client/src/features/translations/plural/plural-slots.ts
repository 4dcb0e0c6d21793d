import {
  categoryNamed,
  categoryRank,
  exactNumbers,
  exampleNumbers,
  groupBy,
  isOnlyFor,
  isRareCategory,
  type MessageSyntax,
  numberRanges,
  PLURAL_CATEGORIES,
  type PlaceRule,
  type PluralCategory,
  type PluralText,
  pluralCategories,
  pluralCategoryOf,
} from '@dragoman/core'
import { numbersOf, shortenNumbers } from '../../../lib/text/form-boxes.ts'

/** The label of a field of a plural within a text. */
export type SlotName =
  | { readonly kind: 'category'; readonly category: PluralCategory }
  /** `=0`, `{0}` of Laravel and Symfony */
  | { readonly kind: 'exact'; readonly number: number }
  /** `[1,19]` of Laravel, `]1,Inf]` of Symfony; null means unlimited. */
  | { readonly kind: 'range'; readonly from: number | null; readonly to: number | null }
  /** The index of the form, starting at 1, if its meaning is unknown. */
  | { readonly kind: 'place'; readonly place: number }
  /** Not a plural selector: someone has translated it, or a label of Symfony. */
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'before' | 'after' }

/** A part of a plural within a text that people write. */
export type PluralSlot = {
  readonly id: string
  readonly name: SlotName
  /** Empty for text around the forms. */
  readonly selector: string
  /** Examples of numbers that use the form. */
  readonly numbers: string
  readonly use: 'needed' | 'optional' | 'unused'
  /** Printed even if it is empty. */
  readonly isFixed: boolean
  readonly text: string
}

/**
 * Returns the forms of a text and those its language needs, in the order they are written; `isNew` for a text
 * that only adopts the structure of its source.
 */
export function formSlots(plural: PluralText, facts: SlotFacts): readonly PluralSlot[] {
  return plural.by === 'pipe' ? placeSlots(plural, facts) : categorySlots(plural, plural.by, facts)
}

export type SlotFacts = {
  readonly syntax: MessageSyntax
  readonly language: string
  readonly source: string
  readonly isNew: boolean
}

function categorySlots(
  plural: PluralText,
  by: 'plural' | 'ordinal',
  { syntax, language, source, isNew }: SlotFacts,
): readonly PluralSlot[] {
  const kind = by === 'ordinal' ? 'ordinal' : 'cardinal'
  const used = pluralCategories(language, kind)
  const examples = exampleNumbers(language, kind)
  const written = new Map(plural.forms.map(({ selector, text }) => [selector, text]))
  const isKept = (selector: string) => {
    const category = categoryNamed(selector)
    return (
      !isNew ||
      (category === null ? isNumber(selector) : used.includes(category)) ||
      selector === plural.fallback
    )
  }
  const selectors = plural.forms.map(({ selector }) => selector).filter(isKept)
  const ofSource = syntax.pluralOf?.(source)?.forms.map(({ selector }) => selector) ?? []
  const isCounted = [...written.keys(), ...ofSource].some(
    (selector) => !['other', '=0', '0'].includes(selector),
  )
  const numbers = exactNumbers(selectors)
  for (const category of used) {
    // As in the check of the branches: `=1` replaces `one` in German, but not in French and Russian.
    if (selectors.includes(category) || isOnlyFor(language, kind, category, numbers)) continue
    if (category === 'other' ? plural.fallback === 'other' : isCounted)
      selectors.splice(placeOf(category, selectors), 0, category)
  }
  return selectors.map((selector): PluralSlot => {
    const category = categoryNamed(selector)
    const isFallback = selector === plural.fallback
    const isRare = category !== null && isRareCategory(language, kind, category)
    return {
      id: `form:${selector}`,
      name: category === null ? exactName(selector) : { kind: 'category', category },
      selector,
      numbers: category === null ? '' : numbersOf(category, examples),
      use: isFallback
        ? 'needed'
        : isRare || category === null
          ? 'optional'
          : used.includes(category)
            ? 'needed'
            : 'unused',
      isFixed: isNew ? isFallback : written.has(selector),
      text: isNew ? '' : (written.get(selector) ?? ''),
    }
  })
}

function isNumber(selector: string): boolean {
  return /^=?-?\d+(?:\.\d+)?$/.test(selector)
}

function exactName(selector: string): SlotName {
  return isNumber(selector)
    ? { kind: 'exact', number: Number(selector.replace('=', '')) }
    : { kind: 'word', word: selector }
}

/** Returns the index before the first later category. */
function placeOf(category: PluralCategory, selectors: readonly string[]): number {
  const later: readonly string[] = PLURAL_CATEGORIES.slice(categoryRank(category) + 1)
  const place = selectors.findIndex((selector) => later.includes(selector))
  return place === -1 ? selectors.length : place
}

/** The forms that the program has for the language, and those of the text that it never shows. */
function placeSlots(plural: PluralText, { syntax, language, isNew }: SlotFacts): readonly PluralSlot[] {
  const rule = plural.canAdd ? syntax.placeRule?.(language) : undefined
  const places = rule === undefined ? [] : namedPlaces(rule, language)
  const own = isNew && rule !== undefined ? plural.forms.slice(0, places.length) : plural.forms
  const added = places.slice(plural.forms.length).map((_, index) => String(plural.forms.length + index))
  return [...own.map(({ selector }) => selector), ...added].map((selector, index): PluralSlot => {
    const place = places[index]
    return {
      id: `form:${selector}`,
      name: place?.name ?? placeName(selector, index),
      selector,
      numbers: place?.numbers ?? '',
      use: rule === undefined ? 'optional' : place === undefined ? 'unused' : 'needed',
      isFixed: index < own.length,
      text: isNew ? '' : (own[index]?.text ?? ''),
    }
  })
}

/**
 * Returns the label and examples of each form of a program's own rule. A form is labelled by the category that most of its
 * numbers have, unless another form has the same: Irish has three forms in Laravel, and five categories.
 */
function namedPlaces(rule: PlaceRule, language: string): readonly NamedPlace[] {
  const known = named.get(rule) ?? new Map<string, readonly NamedPlace[]>()
  named.set(rule, known)
  const places = known.get(language) ?? namePlaces(rule, language)
  known.set(language, places)
  return places
}

type NamedPlace = Pick<PluralSlot, 'name' | 'numbers'>

/** By rule and language: it is asked while someone types, and tries a thousand numbers. */
const named = new WeakMap<PlaceRule, Map<string, readonly NamedPlace[]>>()

function namePlaces({ numbers }: PlaceRule, language: string): readonly NamedPlace[] {
  const categories = numbers.map((list) => (numbers.length === 1 ? 'other' : usualCategory(list, language)))
  return numbers.map((list, index): NamedPlace => {
    const category = categories[index] ?? 'other'
    const isUnique = categories.filter((other) => other === category).length === 1
    return {
      name: isUnique ? { kind: 'category', category } : { kind: 'place', place: index + 1 },
      numbers: shortenNumbers(numberRanges(list)),
    }
  })
}

function usualCategory(numbers: readonly number[], language: string): PluralCategory {
  const byCategory = groupBy(numbers, (number) => pluralCategoryOf(language, 'cardinal', number))
  const [usual] = [...byCategory].sort(([, a], [, b]) => b.length - a.length)
  return usual?.[0] ?? 'other'
}

/** `[1,19]` and `[20,*]` of Laravel; `]1,Inf]` and `[0,2[` of Symfony, where a turned bracket excludes the number. */
const RANGE = /^([[\]])\s*(-?\d+|\*|-Inf)\s*,\s*(-?\d+|\*|\+?Inf)\s*([[\]])$/

function placeName(selector: string, index: number): SlotName {
  const numbers = /^\{([-\d,\s]{1,100})\}$/.exec(selector)?.[1]?.split(',').map(Number)
  const [first, ...others] = numbers ?? []
  if (first !== undefined && others.length === 0) return { kind: 'exact', number: first }
  // Symfony's `{2,3,4}`.
  if (first !== undefined && others.every((number, i) => number === first + i + 1))
    return { kind: 'range', from: first, to: first + others.length }
  if (/^\w+:$/.test(selector)) return { kind: 'word', word: selector.slice(0, -1) }
  const [, open, from, to, close] = RANGE.exec(selector) ?? []
  if (from === undefined || to === undefined) return { kind: 'place', place: index + 1 }
  return {
    kind: 'range',
    from: /\d/.test(from) ? Number(from) + (open === ']' ? 1 : 0) : null,
    to: /\d/.test(to) ? Number(to) - (close === '[' ? 1 : 0) : null,
  }
}
