const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The pauses after each failure: 25 hours in all (docs/webhooks.md lists them). */
export const RETRY_AFTER_MS: readonly number[] = [
  5_000,
  30_000,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  7 * HOUR_MS,
  10 * HOUR_MS,
]
/** So that deliveries that failed together are not retried together. */
const JITTER = 0.2

/** Returns the pause after this many failures, in milliseconds; null: it is given up. */
export function retryAfterMs(failures: number, random: () => number = Math.random): number | null {
  const wait = RETRY_AFTER_MS[failures - 1]
  return wait === undefined ? null : Math.round(wait * (1 + JITTER * random()))
}
