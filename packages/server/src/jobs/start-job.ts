import { randomUUID } from 'node:crypto'
import {
  advanceJob,
  type ClaimedJob,
  endJob,
  type JobCancel,
  type JobChange,
  JobLostError,
  type JobProblem,
  type JobRow,
  postponeJob,
  type Store,
} from '@dragoman/store'
import { expectedFailure } from '../http/problem.ts'
import type { Log } from '../log.ts'
import type { Timings } from '../timings.ts'
import { Interrupted, mayPass } from './interrupted.ts'
import type { JobContext, JobEnd, JobKind } from './job-kind.ts'

/** A job that this process runs. */
export type RunningJob = { readonly ended: Promise<void>; readonly cancel: (how: JobCancel) => void }

export type StartOptions = {
  readonly store: Store
  readonly log: Log
  readonly kind: JobKind
  /** The name under which the job was claimed. */
  readonly holder: string
  /** Returns the current time, plus an optional number of milliseconds. */
  readonly time: (afterMs?: number) => string
  /** Aborted when the server closes. */
  readonly closing: AbortSignal
  readonly timings: Timings
  readonly beforeStep?: BeforeStep | undefined
}

/**
 * Called before each transaction of a job, also the one that stores its end, with what it has done so far: tests
 * hold a job there. `signal` is aborted when the job has to stop.
 */
export type BeforeStep = (job: JobRow, signal: AbortSignal) => Promise<void>

const REPORT_EVERY_MS = 200
const LONGEST_PAUSE_MS = 5 * 60_000

/** Runs a claimed job until it ends, is postponed, or belongs to another process. */
export function startJob(
  { store, log, kind, holder, time, closing, timings, beforeStep }: StartOptions,
  job: ClaimedJob,
): RunningJob {
  const lease = () => ({ by: holder, until: time(timings.jobLeaseMs) })
  let latest: JobRow = job
  let cancelRequested = job.cancelRequested
  let reportedMs = Number.NEGATIVE_INFINITY
  let isEnded = false
  let pendingEvent: NodeJS.Timeout | null = null
  const stop = new AbortController()
  const onClose = () => stop.abort()
  if (closing.aborted) onClose()
  else closing.addEventListener('abort', onClose)

  const msUntilReport = () => Math.max(0, REPORT_EVERY_MS - (performance.now() - reportedMs))
  /** Whether the next progress report is sent to the people watching. */
  const takeTurn = () => {
    if (msUntilReport() > 0) return false
    reportedMs = performance.now()
    if (pendingEvent) clearTimeout(pendingEvent)
    pendingEvent = null
    return true
  }
  /** A step writes the progress together with its work. A beat that started before it must not overwrite it. */
  let steps = 0
  let beating: Promise<void> = Promise.resolve()
  const beat = async () => {
    const { done, total, detail } = latest
    const emitsEvent = takeTurn()
    const progress = steps > 0 ? {} : { done, total, detail }
    const kept = await store.write((w) => advanceJob(w, job.id, lease(), progress, { emitsEvent }))
    cancelRequested = kept.cancelRequested
  }
  const keepAlive = () => {
    const beaten = beat().catch((error: unknown) => {
      if (error instanceof JobLostError) stop.abort()
      else log({ level: 'error', event: 'job-heartbeat-failed', job: job.id, error })
    })
    beating = Promise.all([beating, beaten]).then(() => undefined)
  }
  const reportSoon = () => {
    if (isEnded || pendingEvent) return
    pendingEvent = setTimeout(() => {
      pendingEvent = null
      keepAlive()
    }, msUntilReport())
    pendingEvent.unref()
  }
  const heart = setInterval(keepAlive, timings.jobHeartbeatMs)
  heart.unref()

  const context: JobContext = {
    job,
    signal: stop.signal,
    cancelRequested: () => cancelRequested,
    report(change) {
      latest = { ...latest, ...withoutUndefined(change) }
      reportSoon()
    },
    async step(work) {
      await beforeStep?.(latest, stop.signal)
      const emitsEvent = takeTurn()
      steps += 1
      try {
        await beating
        const { row, value } = await store.write(async (w) => {
          const value = await work(w)
          const change = changeOf(value as JobChange, latest)
          return { row: await advanceJob(w, job.id, lease(), change, { emitsEvent }), value }
        })
        latest = row
        cancelRequested = row.cancelRequested
        if (!emitsEvent) reportSoon()
        return value
      } finally {
        steps -= 1
      }
    },
  }

  async function run(): Promise<void> {
    let end: JobEnd | { readonly error: unknown }
    try {
      // A job that ends the process each time it runs must not run forever.
      if (job.interrupted && (kind.afterCrash === 'give-up' || job.attempts > job.maxAttempts))
        throw new Interrupted()
      end = await kind.run(context)
      await beforeStep?.(latest, stop.signal)
    } catch (error) {
      end = { error }
    }
    const isLost = 'error' in end && end.error instanceof JobLostError
    if ('error' in end && isFinal(end.error) && !isLost && !stop.signal.aborted)
      // Of what this run has done too: it might have started the operation.
      await kind.abandon?.({ ...context, job: latest }).catch(abandonFailed)
    clearInterval(heart)
    closing.removeEventListener('abort', onClose)
    isEnded = true
    if (pendingEvent) clearTimeout(pendingEvent)
    // Stopped because the server closes: the row says that it is running, and the next start continues it.
    if (isLost || (stop.signal.aborted && 'error' in end)) return
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
    const { done, total } = latest
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

  return {
    ended: run(),
    cancel(how) {
      cancelRequested ??= how
    },
  }
}

/** Returns what a step changes; progress that it does not name stays as reported last. */
function changeOf({ cursor, operationId, ...progress }: JobChange, latest: JobRow): JobChange {
  return {
    done: progress.done ?? latest.done,
    total: progress.total === undefined ? latest.total : progress.total,
    detail: progress.detail === undefined ? latest.detail : progress.detail,
    ...(cursor === undefined ? {} : { cursor }),
    ...(operationId === undefined ? {} : { operationId }),
  }
}

function withoutUndefined<T extends object>(change: T): Partial<T> {
  // Only omits members.
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>
}
