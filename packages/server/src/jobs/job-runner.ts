import { randomUUID } from 'node:crypto'
import { setTimeout as setTimer } from 'node:timers/promises'
import { Failure } from '@dragoman/contract'
import {
  addJob,
  cancelJob,
  claimJob,
  giveBackJobs,
  isJobDue,
  type JobCancel,
  JobLostError,
  type JobRow,
  type JobStarter,
  jobById,
  type NewJob,
  releaseJobs,
  restartJob,
  type Store,
  type Writer,
} from '@dragoman/store'
import type { Subscriber } from '../events/subscriber.ts'
import type { Write } from '../http/guard-writes.ts'
import type { Log } from '../log.ts'
import { TIMINGS, type Timings } from '../timings.ts'
import { forgetOld } from './forget-old.ts'
import type { JobKind } from './job-kind.ts'
import { type BeforeStep, type RunningJob, startJob } from './start-job.ts'
import { openSureClock } from './sure-clock.ts'

/**
 * Runs the jobs of the table `job`, a few at a time. As a subscriber it learns about jobs that were added or
 * cancelled by other processes.
 */
export type JobRunner = Subscriber & {
  /** Adds a job inside the caller's transaction; it starts after the commit. */
  readonly add: (w: Writer, job: Omit<NewJob, 'maxAttempts' | 'at'>) => Promise<JobRow>
  /** Asks a job to stop, by a transaction of the caller; null if there is no job with that number. */
  readonly cancel: (write: Write, id: number, how: JobCancel, by: JobStarter) => Promise<JobRow | null>
  /**
   * Runs a failed job again on behalf of the caller, with the caller's rights from now on. Any other job
   * stays as it is; null if there is no job with that number. Throws `still-running` and what its kind
   * throws.
   */
  readonly rerun: (write: Write, id: number, startedBy: JobStarter) => Promise<JobRow | null>
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

const AT_ONCE = 2
/** How long until a job that waits, or runs in another process, is checked again. */
const WAIT_MS = 20
/** Shorter than what the clock can be off by, so that a quick restart does not look like a jump. */
const FORGET_EVERY_MS = 30 * 60_000

export function openJobRunner({
  store,
  now,
  log,
  timings = TIMINGS,
  beforeStep,
}: JobRunnerOptions): JobRunner {
  const holder = randomUUID()
  const kinds = new Map<string, JobKind>()
  const running = new Map<number, RunningJob>()
  const closing = new AbortController()
  const timers: NodeJS.Timeout[] = []
  let looking: Promise<void> | null = null
  let rerun = false

  function kindOf(name: string): JobKind {
    const kind = kinds.get(name)
    if (!kind) throw new Error(`No kind of job ${name}`)
    return kind
  }

  const time = (afterMs = 0) => new Date(now().getTime() + afterMs).toISOString()
  const lease = () => ({ by: holder, now: time(), until: time(timings.jobLeaseMs) })

  function wake(): void {
    if (closing.signal.aborted || kinds.size === 0) return
    rerun = true
    looking ??= look()
      .catch((error: unknown) => log({ level: 'error', event: 'jobs-not-read', error }))
      .finally(() => {
        looking = null
      })
  }

  async function look(): Promise<void> {
    const search = () => ({ kinds: [...kinds.keys()], running: [...running.keys()] })
    while (rerun && !closing.signal.aborted) {
      rerun = false
      while (running.size < AT_ONCE && !closing.signal.aborted) {
        if (!(await store.read((r) => isJobDue(r, time(), search())))) break
        const job = await store.write((w) => claimJob(w, lease(), search()))
        if (job === null) break
        const kind = kindOf(job.kind)
        const task = startJob(
          { store, log, kind, holder, time, closing: closing.signal, timings, beforeStep },
          job,
        )
        running.set(job.id, task)
        void task.ended.finally(() => {
          running.delete(job.id)
          wake()
        })
      }
    }
  }

  async function readCancellation(id: number): Promise<void> {
    const job = await store.read((r) => jobById(r, id))
    if (job?.cancelRequested) running.get(id)?.cancel(job.cancelRequested)
  }

  async function endedBefore(id: number, deadlineMs: number): Promise<JobRow> {
    for (;;) {
      const job = await store.read((r) => jobById(r, id))
      if (job === null) throw new JobLostError(`job ${id}`)
      const leftMs = deadlineMs - performance.now()
      if (job.endedAt !== null || leftMs <= 0) return job
      closing.signal.throwIfAborted()
      const ended = running.get(id)?.ended
      if (ended === undefined) await setTimer(WAIT_MS)
      else if (leftMs === Number.POSITIVE_INFINITY) await ended
      else await Promise.race([ended, setTimer(leftMs, undefined, { ref: false })])
    }
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
    async add(w, job) {
      const row = await addJob(w, { ...job, maxAttempts: kindOf(job.kind).maxAttempts, at: time() })
      w.afterCommit(wake)
      return row
    },
    async cancel(write, id, how, by) {
      const row = await write((w) => cancelJob(w, id, { how, by, at: time() }))
      if (row?.cancelRequested) running.get(id)?.cancel(row.cancelRequested)
      wake()
      return row
    },
    async rerun(write, id, startedBy) {
      return write(async (w) => {
        const job = await jobById(w, id)
        if (job?.state !== 'failed') return job
        const { abandon, payloadAgain } = kindOf(job.kind)
        const payload = (await payloadAgain?.(w, { ...job, startedBy })) ?? job.payload
        const from = abandon === undefined ? 'cursor' : 'start'
        const row = await restartJob(w, id, { at: time(), startedBy, payload, from })
        if (row === null) throw new Failure('still-running')
        w.afterCommit(wake)
        return row
      }, startedBy.id)
    },
    async start(all) {
      for (const kind of all) kinds.set(kind.kind, kind)
      if (store.dialect === 'sqlite') await store.write((w) => releaseJobs(w, time()))
      const clock = openSureClock({ store, now })
      if (await clock.isSure()) await forgetOld(store, now)
      const every = (ms: number, task: () => void) => timers.push(setInterval(task, ms).unref())
      const notForgotten = (error: unknown) => log({ level: 'warn', event: 'old-not-forgotten', error })
      every(timings.jobPollMs, wake)
      every(FORGET_EVERY_MS, () => {
        clock
          .isSure()
          .then((isSure) => (isSure ? forgetOld(store, now) : undefined))
          .catch(notForgotten)
      })
      wake()
    },
    ended: (id) => endedBefore(id, Number.POSITIVE_INFINITY),
    endedSoon: (id) => endedBefore(id, performance.now() + timings.jobSoonMs),
    async idle() {
      while (looking || running.size > 0) {
        await looking
        await Promise.all([...running.values()].map(({ ended }) => ended))
      }
    },
    async close() {
      closing.abort()
      for (const timer of timers) clearInterval(timer)
      await looking
      await Promise.all([...running.values()].map(({ ended }) => ended))
      if (kinds.size > 0) await store.write((w) => giveBackJobs(w, holder))
    },
  }
}
