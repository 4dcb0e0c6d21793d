/** Query key of everything that needs the person: one event makes all of it stale. */
export const NEEDS_ME = ['needs-me'] as const

/** Returns the start of the day in the person's time zone. */
export function startOfToday(): string {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString()
}
