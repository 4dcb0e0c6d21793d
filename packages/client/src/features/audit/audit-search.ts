import type { AuditSearch } from './queries.ts'

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

/** Of these, the ones that the log of a project has: the others concern the whole server. */
export const PROJECT_THINGS = AUDIT_THINGS.filter(
  (thing) => !['session', 'account', 'user', 'group', 'backup', 'setting'].includes(thing),
)

/** Number of days back; `all`: unlimited. */
export const PERIODS = ['all', '1', '7', '30', '90'] as const

/**
 * Returns the start of the day that many days ago, in the time zone of the reader; constant during a day, so that the
 * same search has one cache entry.
 */
export function daysAgo(
  days: number,
  now: Pick<Date, 'getFullYear' | 'getMonth' | 'getDate'> = new Date(),
): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - (days - 1)).toISOString()
}

/** What is entered to search the log. */
export type AuditFilter = Readonly<Record<'text' | 'who' | 'thing' | 'period', string>>

export const NO_FILTER: AuditFilter = { text: '', who: '', thing: 'all', period: 'all' }

/** Returns a filter for the server, without what limits nothing. */
export function searchOf({ text, who, thing, period }: AuditFilter): AuditSearch {
  return {
    ...(text.trim() === '' ? {} : { q: text.trim() }),
    ...(who.trim() === '' ? {} : { who: who.trim() }),
    ...(thing === 'all' ? {} : { kind: `${thing}.` }),
    ...(period === 'all' ? {} : { from: daysAgo(Number(period)) }),
  }
}
