import { definedOf } from '@dragoman/core'
import {
  advanceJob,
  type ClaimedJob,
  type JobCancel,
  type JobChange,
  JobLostError,
  type JobRow,
  type Store,
} from '@dragoman/store'
import type { Log } from '../log.ts'
import type { Timings } from '../timings.ts'
import type { JobContext } from './job-kind.ts'
import { openReportTurns } from './report-turns.ts'

/** A job that this process has claimed: renews the claim, stores its progress, and reports it now and then. */
export type HeldJob = {
  readonly context: JobContext
  /** Its row with the progress that was reported last. */
  readonly latest: () => JobRow
  readonly cancel: (how: JobCancel) => void
  /** Stops renewing and reporting. */
  readonly release: () => void
}

export type HeldJobOptions = {
  readonly store: Store
  readonly log: Log
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

export function openHeldJob(
  { store, log, holder, time, closing, timings, beforeStep }: HeldJobOptions,
  job: ClaimedJob,
): HeldJob {
  const lease = () => ({ by: holder, until: time(timings.jobLeaseMs) })
  let latest: JobRow = job
  let cancelRequested: JobCancel | null = null
  const cancelled = new AbortController()
  const noteCancel = (how: JobCancel | null) => {
    cancelRequested ??= how
    if (cancelRequested !== null) cancelled.abort()
  }
  noteCancel(job.cancelRequested)
  const stop = new AbortController()
  const onClose = () => stop.abort()
  if (closing.aborted) onClose()
  else closing.addEventListener('abort', onClose)

  /** A step writes the progress together with its work. A beat that started before it must not overwrite it. */
  let steps = 0
  let beating: Promise<void> = Promise.resolve()
  const beat = async () => {
    const { done, total, detail } = latest
    const emitsEvent = turns.take()
    const progress = steps > 0 ? {} : { done, total, detail }
    const kept = await store.write((w) => advanceJob(w, job.id, lease(), progress, { emitsEvent }))
    noteCancel(kept.cancelRequested)
  }
  const keepAlive = () => {
    const beaten = beat().catch((error: unknown) => {
      if (error instanceof JobLostError) stop.abort()
      else log({ level: 'error', event: 'job-heartbeat-failed', job: job.id, error })
    })
    beating = Promise.all([beating, beaten]).then(() => undefined)
  }
  const turns = openReportTurns(keepAlive)
  const heart = setInterval(keepAlive, timings.jobHeartbeatMs)
  heart.unref()

  const context: JobContext = {
    job,
    signal: stop.signal,
    cancelRequested: () => cancelRequested,
    cancelled: cancelled.signal,
    report(change) {
      latest = { ...latest, ...definedOf(change) }
      turns.soon()
    },
    async step(work) {
      await beforeStep?.(latest, stop.signal)
      const emitsEvent = turns.take()
      steps += 1
      try {
        await beating
        const { row, value } = await store.write(async (w) => {
          const value = await work(w)
          const change = changeOf(value as JobChange, latest)
          return { row: await advanceJob(w, job.id, lease(), change, { emitsEvent }), value }
        })
        latest = row
        noteCancel(row.cancelRequested)
        if (!emitsEvent) turns.soon()
        return value
      } finally {
        steps -= 1
      }
    },
  }

  return {
    context,
    latest: () => latest,
    cancel: noteCancel,
    release() {
      clearInterval(heart)
      closing.removeEventListener('abort', onClose)
      turns.end()
    },
  }
}

/** Returns what a step changes; progress that it does not name stays as reported last. */
function changeOf({ cursor, operationId, ...progress }: JobChange, latest: JobRow): JobChange {
  return {
    done: progress.done ?? latest.done,
    total: progress.total === undefined ? latest.total : progress.total,
    detail: progress.detail === undefined ? latest.detail : progress.detail,
    ...definedOf({ cursor, operationId }),
  }
}
