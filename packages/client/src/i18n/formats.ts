import { languageName } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { i18n, shownLanguage } from './i18n.ts'

const RELATIVE_STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/**
 * The locale for numbers and dates: with the region the browser named, where the interface speaks that
 * language.
 */
export function formatLocale(): string {
  const shown = shownLanguage()
  return i18n.language?.split('-')[0] === shown ? i18n.language : shown
}

const known = new Map<string, Formats>()

/** Numbers, dates, times and lists in the interface's language, bound to one locale; made once. */
export function formatsFor(locale: string): Formats {
  const made = known.get(locale) ?? makeFormats(locale)
  known.set(locale, made)
  return made
}

function makeFormats(locale: string) {
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  return {
    locale,
    number: (value: number) => number.format(value),
    /** A share of 0 to 1; never 100% before it is whole, never 0% once begun. */
    percent: (share: number) =>
      percent.format(share > 0.99 && share < 1 ? 0.99 : share > 0 && share < 0.01 ? 0.01 : share),
    dateTime: (iso: string) => dateTime.format(new Date(iso)),
    time: (iso: string) => time.format(new Date(iso)),
    day: (iso: string) => day.format(new Date(iso)),
    /** With the year. */
    date: (iso: string) => date.format(new Date(iso)),
    list: (items: readonly string[]) => list.format(items),
    relative(iso: string, now: number = Date.now()): string {
      const seconds = (Date.parse(iso) - now) / 1000
      for (const [unit, length] of RELATIVE_STEPS) {
        if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit)
      }
      return relative.format(0, 'second')
    },
    languageName: (tag: string) => languageName(tag, locale),
  }
}

export type Formats = ReturnType<typeof makeFormats>

/** Formats of the interface's language; follow a switch of the language. */
export function useFormats(): Formats {
  useTranslation()
  return formatsFor(formatLocale())
}

/** The name of a language in itself (`Deutsch`), with a capital where the script has them. */
export function endonym(tag: string): string {
  const name = languageName(tag, tag)
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
