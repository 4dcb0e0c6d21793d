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

/** Runs a claimed job until it ends, is postponed, or belongs to another process. */
export function startJob({ kind, ...options }: StartOptions, job: ClaimedJob): RunningJob {
  const { store, log, holder, time, timings, beforeStep } = options
  const { context, latest, cancel, release } = openHeldJob(options, job)
  const { signal } = context

  async function run(): Promise<void> {
    let end: JobEnd | { readonly error: unknown }
    try {
      // A job that ends the process each time it runs must not run forever.
      if (job.interrupted && (kind.afterCrash === 'give-up' || job.attempts > job.maxAttempts))
        throw new Interrupted()
      end = await kind.run(context)
      await beforeStep?.(latest(), signal)
    } catch (error) {
      end = { error }
    }
    const isLost = 'error' in end && end.error instanceof JobLostError
    if ('error' in end && isFinal(end.error) && !isLost && !signal.aborted)
      // Of what this run has done too: it might have started the operation.
      await kind.abandon?.({ ...context, job: latest() }).catch(abandonFailed)
    release()
    // Stopped because the server closes: the row says that it is running, and the next start continues it.
    if (isLost || (signal.aborted && 'error' in end)) return
    try {
      await finish(end)
    } catch (error) {
      if (!(error instanceof JobLostError))
        log({ level: 'error', event: 'job-not-ended', job: job.id, error })
      return
    }
    if (!('error' in end))
      await end.tidy?.().catch((error: unknown) => {
        log({ level: 'warn', event: 'job-not-tidied', job: job.id, error })
      })
  }

  function isFinal(error: unknown): boolean {
    return !mayPass(error) || job.attempts >= job.maxAttempts
  }

  function abandonFailed(error: unknown): void {
    if (!(error instanceof JobLostError))
      log({ level: 'error', event: 'job-not-taken-back', job: job.id, error })
  }

  function finish(end: JobEnd | { readonly error: unknown }): Promise<JobRow> {
    const { done, total } = latest()
    if (!('error' in end)) {
      const { tidy: _, ...how } = end
      return store.write((w) => endJob(w, job.id, holder, { ...how, done, total, at: time() }))
    }
    const { error } = end
    const failure = expectedFailure(error)
    const problem: JobProblem =
      failure === null ? problemOfBug(job, error) : { code: failure.code, params: failure.params }
    if (isFinal(error)) {
      return store.write((w) =>
        endJob(w, job.id, holder, { state: 'failed', done, total, at: time(), problem }),
      )
    }
    const pauseMs = Math.min(LONGEST_PAUSE_MS, timings.jobRetryMs * 2 ** (job.attempts - 1))
    return store.write((w) => postponeJob(w, job.id, holder, { runAt: time(pauseMs), problem }))
  }

  function problemOfBug(of: JobRow, error: unknown): JobProblem {
    if (error instanceof Interrupted) return { code: 'interrupted', params: {} }
    const id = randomUUID().slice(0, 8)
    log({ level: 'error', event: 'job-failed', id, job: of.id, kind: of.kind, error })
    return { code: 'unexpected', params: { id } }
  }

  return { ended: run(), cancel }
}
