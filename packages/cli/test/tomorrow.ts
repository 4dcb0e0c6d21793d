/** Returns the time a day from now: moves are scheduled at most a year ahead of the real day. */
export function tomorrow(): string {
  return new Date(Date.now() + 24 * 3_600_000).toISOString()
}
