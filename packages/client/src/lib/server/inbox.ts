/** Query key of everything in the inbox: one event makes all of it stale. */
export const INBOX = ['inbox'] as const

/** Returns the start of the day in the person's time zone. */
export function startOfToday(): string {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString()
}
