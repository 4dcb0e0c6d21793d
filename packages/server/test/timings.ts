import type { Timings } from '../src/timings.ts'

/** Longer than any test, and well below the longest timer, which would end immediately if it were exceeded. */
export const NEVER_MS = 7 * 24 * 60 * 60_000

/** For processes that are killed: another one takes over within a second or two. */
export const QUICK_TAKEOVER: Partial<Timings> = {
  jobLeaseMs: 1_000,
  jobHeartbeatMs: 300,
  jobPollMs: 200,
  leaseMs: 1_000,
  leasePollMs: 200,
  sessionsSeenAfterMs: 1_000,
}

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
  webhookPauseMs: 20,
  webhookGatherMs: 100,
  webhookGatherBusyMs: 300,
  webhookPollMs: 200,
  missingKeysMs: 50,
  usedKeysMs: 50,
}
