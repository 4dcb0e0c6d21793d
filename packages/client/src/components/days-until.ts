const DAY_MS = 24 * 60 * 60_000

/** Returns whole days until a date (`2026-11-30`) in the reader's time zone; negative if it has passed. */
export function daysUntil(due: string, now: Date): number {
  const [year = 0, month = 1, day = 1] = due.split('-').map(Number)
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  return Math.round((Date.UTC(year, month - 1, day) - today) / DAY_MS)
}

/** Returns the date in the reader's time zone: `2026-11-30`. */
export function localDay(now: Date): string {
  const day = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  return new Date(day).toISOString().slice(0, 'yyyy-mm-dd'.length)
}
