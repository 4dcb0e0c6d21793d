import { intlTag, languageName } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { i18n, shownLanguage } from './i18n.ts'
import { isLanguageTag } from './is-language-tag.ts'

const RELATIVE_STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/**
 * Returns the locale for numbers and dates: with the browser's region if the interface uses the same
 * language.
 */
export function formatLocale(): string {
  const shown = shownLanguage()
  const { language } = i18n
  return language?.split('-')[0] === shown && isLanguageTag(language) ? language : shown
}

const known = new Map<string, Formats>()

/** Returns formats for numbers, dates, times and lists in one locale; cached. */
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
  const dayTime = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
  const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' })
  const unit = (name: 'second' | 'minute' | 'hour' | 'day') =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: 0,
    })
  const [inSeconds, inMinutes, inHours, inDays] = [unit('second'), unit('minute'), unit('hour'), unit('day')]
  const long = (name: 'day' | 'year') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' })
  const [longDays, longYears] = [long('day'), long('year')]
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const row = new Intl.ListFormat(locale, { type: 'unit' })
  return {
    locale,
    number: (value: number) => number.format(value),
    /** Formats a share from 0 to 1; never as 100% before it is complete, never as 0% once started. */
    percent: (share: number) =>
      percent.format(share > 0.99 && share < 1 ? 0.99 : share > 0 && share < 0.01 ? 0.01 : share),
    dateTime: (iso: string) => dateTime.format(new Date(iso)),
    time: (iso: string) => time.format(new Date(iso)),
    day: (iso: string) => day.format(new Date(iso)),
    /** Day of the month and time. */
    dayTime: (iso: string) => dayTime.format(new Date(iso)),
    /** With sign, including plus. */
    signed: (value: number) => signed.format(value),
    /** With the year. */
    date: (iso: string) => date.format(new Date(iso)),
    /** Formats seconds in the usual unit: `4 s`, `12 min`. */
    duration: (seconds: number) =>
      seconds < 60
        ? inSeconds.format(seconds)
        : seconds < 2 * 3600
          ? inMinutes.format(seconds / 60)
          : seconds < 48 * 3600
            ? inHours.format(seconds / 3600)
            : inDays.format(seconds / 86_400),
    /** Formats a number of days, in years if these are whole: `90 days`, `2 years`. */
    days: (count: number) => (count % 365 === 0 ? longYears.format(count / 365) : longDays.format(count)),
    list: (items: readonly string[]) => list.format(items),
    /** Side by side, without “and”. */
    sideBySide: (items: readonly string[]) => row.format(items),
    relative(iso: string, now: number = Date.now()): string {
      const seconds = (Date.parse(iso) - now) / 1000
      for (const [unit, length] of RELATIVE_STEPS) {
        // What lasts 7 days still does a minute later; what is past counts whole units.
        const count = seconds > 0 ? Math.round(seconds / length) : Math.trunc(seconds / length)
        if (Math.abs(seconds) >= length) return relative.format(count, unit)
      }
      return relative.format(0, 'second')
    },
    languageName: (tag: string) => languageName(tag, locale),
  }
}

export type Formats = ReturnType<typeof makeFormats>

/** Returns formats of the interface's language; updates when the language changes. */
export function useFormats(): Formats {
  useTranslation()
  return formatsFor(formatLocale())
}

/** Returns the name of a language in itself (`Deutsch`), capitalized if the script supports it. */
export function endonym(tag: string): string {
  const name = languageName(tag, tag)
  return name.charAt(0).toLocaleUpperCase(intlTag(tag)) + name.slice(1)
}
