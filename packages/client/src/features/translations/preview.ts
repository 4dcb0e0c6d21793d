import { type Part, parseMessage } from '@dragoman/core'

/** A run of a preview: what the app would show, with the weight its tag gives it. `filled` marks example values. */
export type PreviewRun = { readonly text: string; readonly kind: 'text' | 'filled' | 'nesting'; readonly strong: boolean }

/** The message with example values put in and tags taken out; `count` is the number the plural form stands for. */
export function previewRuns(
  message: string,
  { language, count }: { readonly language: string; readonly count: number | null },
): PreviewRun[] {
  const runs: PreviewRun[] = []
  let depth = 0
  for (const part of parseMessage(message).parts) {
    switch (part.kind) {
      case 'text':
        runs.push({ text: part.text, kind: 'text', strong: depth > 0 })
        break
      case 'placeholder':
        runs.push({ text: exampleValue(part, { language, count }), kind: 'filled', strong: depth > 0 })
        break
      case 'nesting':
        runs.push({ text: part.key, kind: 'nesting', strong: depth > 0 })
        break
      case 'tag':
        if (part.form === 'empty' && part.name === 'br') runs.push({ text: '\n', kind: 'text', strong: false })
        if (isStrong(part.name) && part.form !== 'empty') depth = Math.max(0, depth + (part.form === 'open' ? 1 : -1))
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

type Placeholder = Extract<Part, { kind: 'placeholder' }>

function exampleValue(part: Placeholder, { language, count }: { readonly language: string; readonly count: number | null }): string {
  const name = part.name.toLowerCase()
  if (part.name === 'count') return inLanguage(language, (tag) => new Intl.NumberFormat(tag).format(count ?? 5))
  const format = part.format?.toLowerCase() ?? ''
  if (format.startsWith('number') || /amount|total$|quantity|size/.test(name))
    return inLanguage(language, (tag) => new Intl.NumberFormat(tag).format(1234.5))
  if (format.startsWith('currency') || /price|cost|fee/.test(name))
    return inLanguage(language, (tag) => new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' }).format(29.9))
  if (format.startsWith('relativetime')) return inLanguage(language, (tag) => new Intl.RelativeTimeFormat(tag).format(3, 'day'))
  if (format.startsWith('list')) return inLanguage(language, (tag) => new Intl.ListFormat(tag).format(['A', 'B', 'C']))
  if (format.startsWith('datetime') || /date|day$|deadline/.test(name))
    return inLanguage(language, (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(EXAMPLE_DATE))
  if (/time|hour/.test(name))
    return inLanguage(language, (tag) => new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: 'UTC' }).format(EXAMPLE_DATE))
  if (/percent|rate/.test(name)) return inLanguage(language, (tag) => new Intl.NumberFormat(tag, { style: 'percent' }).format(0.25))
  for (const [pattern, value] of EXAMPLES) if (pattern.test(name)) return value
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
    return format('en') // a tag that BCP 47 allows and Intl refuses
  }
}
