/** What entries of the audit log are about: the first word of their kind. */
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
  'export',
  'backup',
  'setting',
] as const

/** Days back; `all`: without an end. */
export const PERIODS = ['all', '1', '7', '30', '90'] as const

const DAY_MS = 24 * 60 * 60_000

/** The beginning of the day that many days ago: the same all day, so that one search is one list. */
export function daysAgo(days: number, now: Date = new Date()): string {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - (days - 1) * DAY_MS).toISOString()
}
