import { randomUUID } from 'node:crypto'
import type { JobKindName } from '@dragoman/contract'
import {
  giveBackJobs,
  type JobCancel,
  type JobRow,
  type JobStarter,
  jobById,
  type NewJob,
  releaseJobs,
  type Store,
  type Writer,
} from '@dragoman/store'
import type { Subscriber } from '../events/subscriber.ts'
import type { Write } from '../http/guard-writes.ts'
import type { Log } from '../log.ts'
import { openLoop } from '../open-loop.ts'
import { TIMINGS, type Timings } from '../timings.ts'
import { openForgetting } from './forget-old.ts'
import type { BeforeStep } from './held-job.ts'
import type { JobCaller, JobKind } from './job-kind.ts'
import { jobRequests } from './job-requests.ts'
import type { JobType } from './job-type.ts'
import { openRunningJobs } from './running-jobs.ts'
import { waitForEnd } from './wait-for-end.ts'

/** What a job is about, who has started it, and what makes a second one superfluous. */
export type JobToAdd<Payload> = Pick<NewJob, 'projectId' | 'startedBy' | 'dedupeKey' | 'operationId'> & {
  readonly payload: Payload
}

/** A caller, with the token that the call had: what is done for a token ends with it. */
type JobRequester = Required<JobStarter>

/**
 * Runs the jobs of the table `job`, a few at a time. As a subscriber it learns about jobs that were added or
 * cancelled by other processes.
 */
export type JobRunner = Subscriber & {
  /** Adds a job inside the caller's transaction; it starts after the commit. */
  readonly add: <Payload>(
    w: Writer,
    type: JobType<JobKindName, Payload>,
    job: JobToAdd<Payload>,
  ) => Promise<JobRow>
  /** Asks a job to stop, by a transaction of the caller; null if there is no job with that number. */
  readonly cancel: (write: Write, id: number, how: JobCancel, by: JobRequester) => Promise<JobRow | null>
  /**
   * Runs a failed job again on behalf of the caller, with the caller's rights from now on. Any other job
   * stays as it is; null if it no longer exists. Throws `still-running` and what its kind
   * throws.
   */
  readonly rerun: (caller: JobCaller, job: JobRow) => Promise<JobRow | null>
  readonly start: (kinds: readonly JobKind[]) => Promise<void>
  /** Resolves with the job once it has ended, wherever it runs. */
  readonly ended: (id: number) => Promise<JobRow>
  /** Resolves with the job once it has ended, or as it is if that takes longer than people would wait. */
  readonly endedSoon: (id: number) => Promise<JobRow>
  /** Resolves when nothing is running or ready to run. */
  readonly idle: () => Promise<void>
  /** Running jobs stop between two steps; they continue at the next start. */
  readonly close: () => Promise<void>
}

export type JobRunnerOptions = {
  readonly store: Store
  readonly now: () => Date
  readonly log: Log
  readonly timings?: Timings
  readonly beforeStep?: BeforeStep | undefined
}

export function openJobRunner({
  store,
  now,
  log,
  timings = TIMINGS,
  beforeStep,
}: JobRunnerOptions): JobRunner {
  const holder = randomUUID()
  const kinds = new Map<JobKindName, JobKind>()
  const time = (afterMs = 0) => new Date(now().getTime() + afterMs).toISOString()
  const loop = openLoop(
    () => running.startDue(),
    (error) => log({ level: 'error', event: 'jobs-not-read', error }),
  )
  const running = openRunningJobs({
    store,
    log,
    kinds,
    holder,
    time,
    timings,
    beforeStep,
    closing: loop.signal,
    onEnd: wake,
  })
  const forgetting = openForgetting({ store, now, log })

  function wake(): void {
    if (kinds.size > 0) loop.wake()
  }

  async function readCancellation(id: number): Promise<void> {
    const job = await store.read((r) => jobById(r, id))
    if (job?.cancelRequested) running.cancel(id, job.cancelRequested)
  }

  function ended(id: number, deadlineMs?: number): Promise<JobRow> {
    return waitForEnd({ store, signal: loop.signal }, id, () => running.endOf(id), deadlineMs)
  }

  return {
    name: 'jobs',
    onEvent(event) {
      if (event.kind !== 'job.changed') return
      const { jobId } = event.payload
      if (!running.has(jobId)) wake()
      // If this fails, the job notices at its next step.
      else readCancellation(jobId).catch(() => undefined)
    },
    onGap: wake,
    ...jobRequests({ kinds, running, time, wake }),
    async start(all) {
      for (const kind of all) kinds.set(kind.kind, kind)
      if (store.dialect === 'sqlite') await store.write((w) => releaseJobs(w, time()))
      await forgetting.start()
      loop.start(timings.jobPollMs)
      wake()
    },
    ended: (id) => ended(id),
    endedSoon: (id) => ended(id, performance.now() + timings.jobSoonMs),
    async idle() {
      await loop.idle()
      while (running.count() > 0) {
        await running.allEnded()
        await loop.idle()
      }
    },
    async close() {
      await Promise.all([loop.close(), forgetting.close()])
      await running.allEnded()
      if (kinds.size > 0) await store.write((w) => giveBackJobs(w, holder))
    },
  }
}
