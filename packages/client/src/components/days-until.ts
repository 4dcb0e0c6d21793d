const DAY_MS = 24 * 60 * 60_000

/** Whole days until a day (`2026-11-30`), where the reader is; negative when it has passed. */
export function daysUntil(due: string, now: Date): number {
  const [year = 0, month = 1, day = 1] = due.split('-').map(Number)
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  return Math.round((Date.UTC(year, month - 1, day) - today) / DAY_MS)
}
