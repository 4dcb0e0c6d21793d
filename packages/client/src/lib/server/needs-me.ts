/** Where everything that needs the person is kept: one event makes all of it stale. */
export const NEEDS_ME = ['needs-me'] as const

/** The beginning of the day where the person is. */
export function startOfToday(): string {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString()
}
