import { formatLocale } from '../i18n/formats.ts'

/**
 * Example numbers of a plural form (`2–4, 22–24, …`) for the interface's direction: each range reads from
 * left to right by itself, and the ranges follow one another as the interface's language writes lists.
 */
export function shownNumbers(numbers: string, locale: string = formatLocale()): string {
  if (numbers === '') return ''
  const comma = /^(?:ar|fa|ur|ps|sd|ug)\b/.test(locale) ? '، ' : ', '
  return numbers
    .split(', ')
    .map((range) => `\u2066${range}\u2069`)
    .join(comma)
}
