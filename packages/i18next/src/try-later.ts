const FIRST_WAIT_MS = 1000
export const LONGEST_WAIT_MS = 60_000

/** Calls a function after a pause that grows with the failures, by chance a little earlier or later. */
export function tryLater(
  action: () => void,
  failures: number,
  longestMs: number = LONGEST_WAIT_MS,
): ReturnType<typeof setTimeout> {
  return setTimeout(action, Math.min(FIRST_WAIT_MS * 2 ** failures, longestMs) * (1 + Math.random()))
}
