/** From (inclusive) and before (exclusive), as ISO 8601 in UTC; null: open on that side. */
export type ChangedPeriod = { readonly from: string | null; readonly before: string | null }

/**
 * Returns the period for a value of `changed:`: `<7d` within the last seven days (`7d` is the same), `>30d`
 * longer ago, `2026-11-22` on that day, `<2026-11-22` before it, `>2026-11-22` after it. Units: h, d, w, m
 * (30 days), y (365 days). Days are in UTC. Null for anything else.
 */
export function changedPeriod(value: string, now: Date): ChangedPeriod | null {
  const age = /^([<>]?)(\d{1,4})([hdwmy])$/i.exec(value)
  if (age !== null) {
    const hours = Number(age[2]) * (UNIT_HOURS.get((age[3] ?? '').toLowerCase()) ?? 0)
    const at = isoOf(now.getTime() - hours * HOUR_MS)
    if (at === null) return null
    return age[1] === '>' ? { from: null, before: at } : { from: at, before: null }
  }
  const day = /^([<>]?)(\d{4}-\d{2}-\d{2})$/.exec(value)
  const start = day === null ? Number.NaN : Date.parse(`${day[2]}T00:00:00Z`)
  const from = isoOf(start)
  const end = isoOf(start + 24 * HOUR_MS)
  if (day === null || from === null || end === null || from.slice(0, 10) !== day[2]) return null
  if (day[1] === '<') return { from: null, before: from }
  return day[1] === '>' ? { from: end, before: null } : { from, before: end }
}

const HOUR_MS = 3_600_000
const UNIT_HOURS: ReadonlyMap<string, number> = new Map([
  ['h', 1],
  ['d', 24],
  ['w', 168],
  ['m', 720],
  ['y', 8760],
])

function isoOf(ms: number): string | null {
  const date = new Date(ms)
  return Number.isNaN(ms) || Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1
    ? null
    : date.toISOString()
}
