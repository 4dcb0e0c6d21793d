/** The subjects of audit log entries: the first word of their kind. */
export const AUDIT_THINGS = [
  'session',
  'account',
  'user',
  'membership',
  'group',
  'invitation',
  'token',
  'project',
  'language',
  'source',
  'webhook',
  'export',
  'channel',
  'backup',
  'setting',
] as const

/** Number of days back; `all`: unlimited. */
export const PERIODS = ['all', '1', '7', '30', '90'] as const

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns the start of the day that many days ago; constant during a day, so that the same search has one
 * cache entry.
 */
export function daysAgo(days: number, now: Date = new Date()): string {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - (days - 1) * DAY_MS).toISOString()
}
