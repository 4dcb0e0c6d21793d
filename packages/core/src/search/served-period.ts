import { changedPeriod } from './changed-period.ts'

/** Served on this UTC day or later (`isServed`), or not since then. */
export type ServedPeriod = { readonly since: string; readonly isServed: boolean }

/** The period of `is:unserved`. */
export const UNSERVED = '>30d'

/**
 * Returns the period for a value of `served:`: `<7d` within the last seven days (`7d` is the same), `>30d`
 * not for thirty days, `>2026-11-22` and `<2026-11-22` after and not since that day. Units as for `changed:`.
 * Null for anything else, including a single day: only the last day is known.
 */
export function servedPeriod(value: string, now: Date): ServedPeriod | null {
  const period = changedPeriod(value, now)
  if (period === null || (period.from !== null && period.before !== null)) return null
  const at = period.from ?? period.before
  return at === null ? null : { since: at.slice(0, 10), isServed: period.from !== null }
}
