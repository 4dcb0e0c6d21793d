import { randomUUID } from 'node:crypto'
import {
  type ClaimedJob,
  endJob,
  type JobCancel,
  JobLostError,
  type JobProblem,
  type JobRow,
  postponeJob,
} from '@dragoman/store'
import { expectedFailure } from '../http/problem.ts'
import { type HeldJobOptions, openHeldJob } from './held-job.ts'
import { Interrupted, mayPass } from './interrupted.ts'
import type { JobEnd, JobKind } from './job-kind.ts'

/** A job that this process runs. */
export type RunningJob = { readonly ended: Promise<void>; readonly cancel: (how: JobCancel) => void }

const LONGEST_PAUSE_MS = 5 * 60_000

export type StartOptions = HeldJobOptions & { readonly kind: JobKind }

/** How a run of a job ends. `again`: what the next attempt does; null: there is none, the job has failed. */
type RunEnd = JobEnd | { readonly problem: JobProblem; readonly again: 'run' | 'abandon' | null }

/** Runs a claimed job until it ends, is postponed, or belongs to another process. */
export function startJob({ kind, ...options }: StartOptions, job: ClaimedJob): RunningJob {
  const { store, log, holder, time, timings, beforeStep } = options
  const { context, latest, cancel, release } = openHeldJob(options, job)
  const { signal } = context

  async function run(): Promise<void> {
    const end = job.problem === null ? await work() : await abandon(job.problem)
    release()
    if (end === null) return
    try {
      await finish(end)
    } catch (error) {
      if (!(error instanceof JobLostError))
        log({ level: 'error', event: 'job-not-ended', job: job.id, error })
      return
    }
    if ('state' in end)
      await end.tidy?.().catch((error: unknown) => {
        log({ level: 'warn', event: 'job-not-tidied', job: job.id, error })
      })
  }

  async function work(): Promise<RunEnd | null> {
    try {
      // A job that ends the process each time it runs must not run forever.
      if (job.interrupted && (kind.afterCrash === 'give-up' || job.attempts > job.maxAttempts))
        throw new Interrupted()
      const end = await kind.run(context)
      await beforeStep?.(latest(), signal)
      return end
    } catch (error) {
      if (isLeft(error)) return null
      const problem = problemOf(error)
      const canRunAgain = mayPass(error) && job.attempts < job.maxAttempts
      return canRunAgain ? { problem, again: 'run' } : abandon(problem)
    }
  }

  /** Undoes what the job has done, before it fails because of `problem`. */
  async function abandon(problem: JobProblem): Promise<RunEnd | null> {
    try {
      // Of what this run has done too: it might have started the operation.
      await kind.abandon?.({ ...context, job: latest() })
    } catch (error) {
      if (isLeft(error)) return null
      log({ level: 'error', event: 'job-not-taken-back', job: job.id, error })
      if (canAbandonLater(error)) return { problem, again: 'abandon' }
    }
    return { problem, again: null }
  }

  /**
   * Whether the job belongs to another process, or was stopped because the server closes: then the row says that it
   * is running, and the next start continues it.
   */
  function isLeft(error: unknown): boolean {
    return error instanceof JobLostError || signal.aborted
  }

  /** However long a disk is full or a database is away; a bug must not keep the job open forever. */
  function canAbandonLater(error: unknown): boolean {
    return mayPass(error) && (expectedFailure(error) !== null || job.attempts < 2 * job.maxAttempts)
  }

  function finish(end: RunEnd): Promise<JobRow> {
    const { done, total } = latest()
    if ('state' in end) {
      const { tidy: _, ...how } = end
      return store.write((w) => endJob(w, job.id, holder, { ...how, done, total, at: time() }))
    }
    const { again } = end
    const { code, params } = end.problem
    const problem: JobProblem = { code, params, ...(again === 'abandon' ? { isFinal: true } : {}) }
    if (again === null)
      return store.write((w) =>
        endJob(w, job.id, holder, { state: 'failed', done, total, at: time(), problem }),
      )
    const pauseMs = Math.min(LONGEST_PAUSE_MS, timings.jobRetryMs * 2 ** (job.attempts - 1))
    return store.write((w) => postponeJob(w, job.id, holder, { runAt: time(pauseMs), problem }))
  }

  function problemOf(error: unknown): JobProblem {
    const failure = expectedFailure(error)
    if (failure !== null) return { code: failure.code, params: failure.params }
    if (error instanceof Interrupted) return { code: 'interrupted', params: {} }
    const id = randomUUID().slice(0, 8)
    log({ level: 'error', event: 'job-failed', id, job: job.id, kind: job.kind, error })
    return { code: 'unexpected', params: { id } }
  }

  return { ended: run(), cancel }
}
