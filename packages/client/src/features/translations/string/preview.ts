import {
  type ChoicePart,
  categoryNamed,
  type MessageSyntax,
  type Part,
  type PlaceholderPart,
  type PlaceRule,
  pluralCategoryOf,
} from '@dragoman/core'
import { exampleNumber, usualNumber } from '../../../lib/text/form-boxes.ts'

/** A run of text in a preview, with the weight of its tag. `filled` marks example values. */
export type PreviewRun = {
  readonly text: string
  readonly kind: 'text' | 'filled' | 'nesting'
  readonly strong: boolean
}

/** Returns the message with example values and without tags; `count` is a number of the plural form. */
export function previewRuns(
  message: string,
  { syntax, ...facts }: PreviewFacts & { readonly syntax: MessageSyntax },
): PreviewRun[] {
  const isCount = (part: PlaceholderPart) => syntax.isCount(part)
  const rule = syntax.placeRule?.(facts.language)
  return runsOf(syntax.parse(message).parts, { ...facts, rule, isCount })
}

/**
 * Returns numbers for previewing a text that is a plural itself: one for each of its forms. Empty for other
 * texts.
 */
export function previewCounts(
  message: string,
  { syntax, language }: { readonly syntax: MessageSyntax; readonly language: string },
): readonly number[] {
  const plural = syntax.pluralOf?.(message) ?? null
  if (plural === null) return []
  if (plural.by === 'pipe') {
    const rule = plural.canAdd ? syntax.placeRule?.(language) : undefined
    const used = rule?.numbers.slice(0, plural.forms.length) ?? []
    return used.map((numbers) => usualNumber((number) => numbers.includes(number)) ?? numbers[0] ?? 0)
  }
  const kind = plural.by
  const counts = plural.forms.map(({ selector }) => {
    const number = /^=?(-?\d+)$/.exec(selector)?.[1]
    if (number !== undefined) return Number(number)
    const form = categoryNamed(selector)
    return form === null
      ? null
      : exampleNumber({ plural: kind === 'ordinal' ? 'ordinal' : 'cardinal' }, language, form)
  })
  return [...new Set(counts.filter((count) => count !== null))]
}

export type PreviewFacts = { readonly language: string; readonly count: number | null }

type Facts = PreviewFacts & {
  readonly isCount: (part: PlaceholderPart) => boolean
  readonly rule: PlaceRule | undefined
}

function runsOf(parts: readonly Part[], facts: Facts): PreviewRun[] {
  const runs: PreviewRun[] = []
  let depth = 0
  for (const part of parts) {
    switch (part.kind) {
      case 'text':
        runs.push({ text: part.text, kind: 'text', strong: depth > 0 })
        break
      case 'escape':
        runs.push({ text: part.value, kind: 'text', strong: depth > 0 })
        break
      case 'placeholder':
        runs.push({ text: exampleValue(part, facts), kind: 'filled', strong: depth > 0 })
        break
      case 'choice':
        for (const run of runsOf(chosenBranch(part, facts)?.parts ?? [], facts))
          runs.push({ ...run, strong: run.strong || depth > 0 })
        break
      case 'nesting':
        runs.push({ text: part.key, kind: 'nesting', strong: depth > 0 })
        break
      case 'tag':
        if (part.form === 'empty' && part.name === 'br')
          runs.push({ text: '\n', kind: 'text', strong: false })
        if (isStrong(part.name) && part.form !== 'empty')
          depth = Math.max(0, depth + (part.form === 'open' ? 1 : -1))
        break
      default:
        part satisfies never
    }
  }
  return runs
}

function isStrong(tag: string): boolean {
  return /^(?:b|strong|bold|em|i|italic)$/i.test(tag)
}

/** Returns the branch for the number, by default for five; for a choice of words, the one for all others. */
function chosenBranch({ by, branches }: ChoicePart, { language, count, rule }: Facts) {
  const number = count ?? USUAL_COUNT
  const last = branches.at(-1)
  if (by === 'pipe') {
    const arePlaces = branches.every(({ selector }) => /^\d+$/.test(selector))
    if (rule !== undefined && arePlaces) return branches[rule.placeOf(number)] ?? branches[0]
    return number === 1 && branches.length > 1 ? branches.at(-2) : last
  }
  if (by === 'range')
    return branches.findLast(({ selector }) => startsAtMost(selector, number)) ?? branches[0]
  const named = (selector: string) => branches.find((branch) => branch.selector === selector)
  if (by === 'select') return named('other') ?? last
  const category = pluralCategoryOf(language, by === 'ordinal' ? 'ordinal' : 'cardinal', number)
  return named(`=${number}`) ?? named(String(number)) ?? named(category) ?? named('other') ?? last
}

/** Returns whether a range of Java's `choice` starts at the number or below it: `1#`, `1<`, `-∞<`. */
function startsAtMost(selector: string, number: number): boolean {
  const limit = Number(selector.slice(0, -1).replace('\u221e', 'Infinity'))
  return selector.endsWith('<') ? limit < number : limit <= number
}

const USUAL_COUNT = 5

function exampleValue(part: PlaceholderPart, { language, count, isCount }: Facts): string {
  // `(name)` of Python, `#@name@` of Apple, `$name` of Fluent
  const name = part.name.replace(/[^\p{L}\p{N}_.-]/gu, '').toLowerCase()
  if (isCount(part))
    return inLanguage(language, (tag) => new Intl.NumberFormat(tag).format(count ?? USUAL_COUNT))
  const format = part.format?.toLowerCase() ?? ''
  if (format.startsWith('number') || /amount|total$|quantity|size/.test(name))
    return inLanguage(language, (tag) => new Intl.NumberFormat(tag).format(1234.5))
  if (format.startsWith('currency') || /price|cost|fee/.test(name))
    return inLanguage(language, (tag) =>
      new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' }).format(29.9),
    )
  if (format.startsWith('relativetime'))
    return inLanguage(language, (tag) => new Intl.RelativeTimeFormat(tag).format(3, 'day'))
  if (format.startsWith('list'))
    return inLanguage(language, (tag) => new Intl.ListFormat(tag).format(['A', 'B', 'C']))
  if (format.startsWith('datetime') || /date|day$|deadline/.test(name))
    return inLanguage(language, (tag) =>
      new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(EXAMPLE_DATE),
    )
  if (part.type === 'date' || /time|hour/.test(name))
    return inLanguage(language, (tag) =>
      new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: 'UTC' }).format(EXAMPLE_DATE),
    )
  if (/percent|rate/.test(name))
    return inLanguage(language, (tag) => new Intl.NumberFormat(tag, { style: 'percent' }).format(0.25))
  for (const [pattern, value] of EXAMPLES) if (pattern.test(name)) return value
  // A positional placeholder (`%1$s`, `{0}`) reveals nothing about its value.
  if (/^\d+$/.test(name)) return part.type === 'number' ? name : 'ABC'.charAt(Number(name) % 3)
  return part.name.split('.').at(-1) ?? part.name
}

const EXAMPLE_DATE = new Date(Date.UTC(2026, 2, 14, 9, 30))

const EXAMPLES: readonly (readonly [RegExp, string])[] = [
  [/e-?mail/, 'ada@example.org'],
  [/url|link|website|href/, 'https://example.org'],
  [/first.?name|given/, 'Ada'],
  [/last.?name|family|surname/, 'Lovelace'],
  [/file.?name|^file$/, 'report.pdf'],
  [/user.?name|nick|login/, 'ada'],
  [/name|author|user|person|owner|sender|recipient|who/, 'Ada Lovelace'],
  [/version/, '2.1.0'],
  [/year/, '2026'],
  [/number|^id$|code|order|invoice/, 'R-2041'],
  [/days|hours|minutes|seconds|weeks|months|num|index|page|max|min|limit|length|^n$/, '3'],
  [/city|place|location/, 'Lisbon'],
  [/country/, 'Portugal'],
]

function inLanguage(language: string, format: (tag: string) => string): string {
  try {
    return format(language)
  } catch {
    return format('en') // a tag that is valid in BCP 47 but rejected by Intl
  }
}
