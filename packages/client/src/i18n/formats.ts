import { intlTag, languageName } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { i18n, shownLanguage } from './i18n.ts'
import { isLanguageTag } from './is-language-tag.ts'

const DAY_S = 86_400

const RELATIVE_STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', DAY_S],
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
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const ofThisYear = { weekday: 'long', day: 'numeric', month: 'long' } as const
  const day = new Intl.DateTimeFormat(locale, ofThisYear)
  const dayOfYear = new Intl.DateTimeFormat(locale, { ...ofThisYear, year: 'numeric' })
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
    /** With the weekday; with the year if it is not the current one. */
    day(iso: string, now: number = Date.now()): string {
      const at = new Date(iso)
      return (at.getFullYear() === new Date(now).getFullYear() ? day : dayOfYear).format(at)
    },
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
            : inDays.format(seconds / DAY_S),
    /** Formats a number of days, in years if these are whole: `90 days`, `2 years`. */
    days: (count: number) => (count % 365 === 0 ? longYears.format(count / 365) : longDays.format(count)),
    list: (items: readonly string[]) => list.format(items),
    /** Side by side, without “and”. */
    sideBySide: (items: readonly string[]) => row.format(items),
    relative: relativeFormat(locale),
    languageName: (tag: string) => languageName(tag, locale),
  }
}

/** Returns a function that formats the distance from now: `4 minutes ago`, `tomorrow`, `in 2 weeks`. */
function relativeFormat(locale: string): (iso: string, now?: number) => string {
  const counted = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  const inWords = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return (iso, now = Date.now()) => {
    const at = Date.parse(iso)
    const seconds = (at - now) / 1000
    for (const [unit, length] of RELATIVE_STEPS) {
      if (Math.abs(seconds) < length) continue
      // Yesterday is a day of the calendar. In words, what is 20 months ago would be of “last year”.
      if (unit === 'day') return inWords.format(dayNumber(at) - dayNumber(now), unit)
      // What lasts 2 weeks still does a minute later; what is past counts whole units.
      return counted.format(seconds > 0 ? Math.round(seconds / length) : Math.trunc(seconds / length), unit)
    }
    return inWords.format(0, 'second')
  }
}

/** Returns the number of a day in the reader's time zone, where consecutive days have consecutive numbers. */
function dayNumber(time: number): number {
  const at = new Date(time)
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / (DAY_S * 1000)
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
