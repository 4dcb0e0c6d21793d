import { formatLocale } from '../i18n/formats.ts'

/**
 * Adapts example numbers of a plural form (`2–4, 22–24, …`) to the interface's direction: each range reads
 * from left to right, and the list is formatted in the interface's language.
 */
export function shownNumbers(numbers: string, locale: string = formatLocale()): string {
  if (numbers === '') return ''
  const comma = /^(?:ar|fa|ur|ps|sd|ug)\b/.test(locale) ? '، ' : ', '
  return numbers
    .split(', ')
    .map((range) => `\u2066${range}\u2069`)
    .join(comma)
}
