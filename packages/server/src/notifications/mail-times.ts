import type { MailTime } from '@dragoman/core'

/** The hour at which daily and weekly mails are sent, in the person's time zone. */
const MORNING_HOUR = 8
const MONDAY = 1
const HOUR_MS = 60 * 60_000

/** Returns when a mail about something is due; null if none is sent. */
export function mailDue(
  time: MailTime,
  happenedAt: Date,
  { timeZone, bundleMs }: { readonly timeZone: string; readonly bundleMs: number },
): Date | null {
  switch (time) {
    case 'now':
      return new Date(happenedAt.getTime() + bundleMs)
    case 'daily':
      return nextMorning(happenedAt, timeZone, () => true)
    case 'weekly':
      return nextMorning(happenedAt, timeZone, (weekday) => weekday === MONDAY)
    case 'off':
      return null
  }
}

/**
 * Returns the next time that it is eight in the morning, on a matching weekday. Checks each quarter of an
 * hour, so that changes of clocks are respected.
 */
function nextMorning(after: Date, timeZone: string, fits: (weekday: number) => boolean): Date {
  const format = formatFor(timeZone)
  const start = Math.floor(after.getTime() / QUARTER_MS) * QUARTER_MS
  for (let ms = start + QUARTER_MS; ms <= start + 9 * 24 * HOUR_MS; ms += QUARTER_MS) {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
    const isMorning = Number(parts.get('hour')) === MORNING_HOUR && Number(parts.get('minute')) === 0
    if (isMorning && fits(WEEKDAYS.indexOf(parts.get('weekday') ?? ''))) return new Date(ms)
  }
  return new Date(after.getTime() + 24 * HOUR_MS)
}

/** Time zones differ by quarters of an hour. */
const QUARTER_MS = HOUR_MS / 4
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (format === undefined) {
    const parts = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone, ...parts })
    formats.set(timeZone, format)
  }
  return format
}
