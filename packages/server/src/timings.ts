/**
 * How often the server looks for work, how long it waits and when it gives up, in milliseconds. The values are
 * here together, so that tests can replace those that they would otherwise have to wait for.
 */
export type Timings = {
  /** Looks for jobs of other processes, and for those that wait for their next attempt. */
  readonly jobPollMs: number
  /** How long a job belongs to the process that claimed it, unless that process renews the claim. */
  readonly jobLeaseMs: number
  /** Renews the claim of a running job: several times during a lease. */
  readonly jobHeartbeatMs: number
  /** Pause after the first failed attempt of a job; doubled each time. */
  readonly jobRetryMs: number
  /** What a job does within this time seems immediate, so that requests wait for it. */
  readonly jobSoonMs: number
  /**
   * A holder of a lease whose machine vanished or hangs is replaced after this time and one poll at most; a
   * killed holder at the next poll, because its database session has ended.
   */
  readonly leaseMs: number
  readonly leasePollMs: number
  /**
   * When the database was unreachable, all sessions have ended: the first process to return waits for the
   * others, which reconnect at least every five seconds.
   */
  readonly sessionsSeenAfterMs: number
  /**
   * With several processes on one database, the events are also read without a hint, because a process can end
   * between its commit and the hint.
   */
  readonly eventPollMs: number
  /** Pause of a follower of events after a batch, so that many saves are handled together. */
  readonly followerPauseMs: number
  /** A follower also reads without an event: after a failure, and for missed ones. */
  readonly followerPollMs: number
  /** Changes of a folder that watching missed are found by comparing sizes and times. */
  readonly folderPollMs: number
  /**
   * Between two rounds of a sync, so that someone who saves string after string does not wait for a large file
   * each time.
   */
  readonly syncRestMs: number
  /** Looks for emails and notifications that are due. */
  readonly mailPollMs: number
  /** Pause after the first time a mail server did not answer; doubled each time. */
  readonly mailRetryMs: number
  /** How long emails wait for further notifications, so that one covers them all. */
  readonly mailBundleMs: number
  /** Looks for deliveries of webhooks that are due. */
  readonly webhookPollMs: number
  /**
   * Pause of the follower that writes deliveries. They are collected for longer than that; writing more often
   * would only delay saves.
   */
  readonly webhookPauseMs: number
  /** After a first change a message is sent soon, so that a bulk edit is one delivery. */
  readonly webhookGatherMs: number
  /** While changes continue, messages are sent at this interval. */
  readonly webhookGatherBusyMs: number
  /** Missing keys that apps report are collected, so that a flood costs one write; the same for keys that they use. */
  readonly missingKeysMs: number
  readonly usedKeysMs: number
  /** How often it is written which files apps have loaded. */
  readonly servedFilesMs: number
  /** Times of scheduled moves are the database's; a process without events checks this often. */
  readonly scheduledMovePollMs: number
  /** An idle thread ends after this time to release its memory. */
  readonly workerIdleMs: number
  /** The same after a task that is probably the only one for long. */
  readonly workerAloneMs: number
  /** How long a repository can be silent over HTTP before it counts as unreachable. */
  readonly gitSilentMs: number
}

export const TIMINGS: Timings = {
  jobPollMs: 2_000,
  jobLeaseMs: 15_000,
  jobHeartbeatMs: 5_000,
  jobRetryMs: 1_000,
  jobSoonMs: 300,
  leaseMs: 10_000,
  leasePollMs: 1_000,
  sessionsSeenAfterMs: 7_000,
  eventPollMs: 500,
  followerPauseMs: 250,
  followerPollMs: 2_000,
  folderPollMs: 10_000,
  syncRestMs: 400,
  mailPollMs: 5_000,
  mailRetryMs: 60_000,
  mailBundleMs: 60_000,
  webhookPollMs: 2_000,
  webhookPauseMs: 1_000,
  webhookGatherMs: 2_000,
  webhookGatherBusyMs: 10_000,
  missingKeysMs: 2_000,
  usedKeysMs: 5_000,
  servedFilesMs: 60_000,
  scheduledMovePollMs: 30_000,
  workerIdleMs: 60_000,
  workerAloneMs: 2_000,
  gitSilentMs: 30_000,
}
