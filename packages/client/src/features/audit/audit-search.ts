import type { AuditKind } from '@dragoman/core'
import type { AuditSearch } from './queries.ts'

/** The subject of an audit log entry: the first word of its kind. */
type AuditThing = ThingOf<AuditKind>
type ThingOf<Kind> = Kind extends `${infer Thing}.${string}` ? Thing : never

/** Whether the log of a project has entries about a subject: the others concern the whole server. */
const IN_PROJECTS: Readonly<Record<AuditThing, boolean>> = {
  session: false,
  account: false,
  user: false,
  membership: true,
  group: false,
  invitation: true,
  token: true,
  project: true,
  language: true,
  source: true,
  webhook: true,
  export: true,
  channel: true,
  address: true,
  backup: false,
  setting: false,
}

/** The subjects that entries are filtered by, in order; those of a project in its log. */
export const AUDIT_THINGS: readonly string[] = Object.keys(IN_PROJECTS)
export const PROJECT_THINGS = Object.entries(IN_PROJECTS).flatMap(([thing, is]) => (is ? [thing] : []))

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
