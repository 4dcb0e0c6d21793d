import type { Timings } from '../src/timings.ts'

/** Longer than any test, and short enough for a timer. */
export const NEVER_MS = 2 ** 31 - 1

/**
 * Timings of servers in tests. Folders are never compared on a schedule, so that a missed event is noticed, and
 * a request waits for its job however slow the machine is. Pauses that tests would only wait for are short.
 */
export const TEST_TIMINGS: Partial<Timings> = {
  folderPollMs: NEVER_MS,
  jobSoonMs: NEVER_MS,
  jobPollMs: 100,
  jobRetryMs: 20,
  syncRestMs: 20,
  followerPauseMs: 10,
}
