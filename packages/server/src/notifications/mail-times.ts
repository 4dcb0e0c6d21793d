import type { MailTime } from '@dragoman/core'
import {
  CalendarDateTime,
  fromAbsolute,
  getDayOfWeek,
  toCalendarDate,
  toZoned,
} from '@internationalized/date'

/** The hour at which daily and weekly emails are sent, in the person's time zone. */
const MORNING_HOUR = 8
const DAYS_OF_WEEK = 7

/** Returns when an email about something is due; null if none is sent. */
export function mailDue(
  time: MailTime,
  happenedAt: Date,
  { timeZone, bundleMs }: { readonly timeZone: string; readonly bundleMs: number },
): Date | null {
  switch (time) {
    case 'now':
      return new Date(happenedAt.getTime() + bundleMs)
    case 'daily':
      return nextMorning(happenedAt, timeZone, 'any day')
    case 'weekly':
      return nextMorning(happenedAt, timeZone, 'monday')
    case 'off':
      return null
  }
}

/**
 * Returns the next time after a moment that it is eight in the morning. Where clocks skip that time, it is as much
 * later as they skip; where it comes twice, it is the first.
 */
function nextMorning(after: Date, timeZone: string, on: 'any day' | 'monday'): Date {
  const today = toCalendarDate(fromAbsolute(after.getTime(), timeZone))
  // Days are counted from Monday; today's morning can be over, then it is the next matching day's.
  const sinceMonday = getDayOfWeek(today, 'en-US', 'mon')
  const first = on === 'any day' ? 0 : (DAYS_OF_WEEK - sinceMonday) % DAYS_OF_WEEK
  const morning = (days: number) => {
    const { year, month, day } = today.add({ days })
    return toZoned(new CalendarDateTime(year, month, day, MORNING_HOUR), timeZone, 'compatible').toDate()
  }
  const next = morning(first)
  return next > after ? next : morning(first + (on === 'any day' ? 1 : DAYS_OF_WEEK))
}
