import { randomUUID } from 'node:crypto'
import { setTimeout as setTimer } from 'node:timers/promises'
import {
  addJob,
  advanceJob,
  type ClaimedJob,
  cancelJob,
  claimJob,
  endJob,
  giveBackJobs,
  isJobDue,
  type JobCancel,
  type JobChange,
  JobLostError,
  type JobProblem,
  type JobRow,
  jobById,
  type NewJob,
  postponeJob,
  releaseJobs,
  type Store,
  type Writer,
} from '@dragoman/store'
import type { Subscriber } from '../events/subscriber.ts'
import { expectedFailure } from '../http/problem.ts'
import type { Log } from '../log.ts'
import { forgetOld } from './forget-old.ts'
import { Interrupted, mayPass } from './interrupted.ts'
import type { JobContext, JobEnd, JobKind } from './job-kind.ts'

/**
 * Runs the jobs of the table `job`, a few at a time. As a subscriber it hears of jobs that were added or asked
 * to stop through other processes.
 */
export type JobRunner = Subscriber & {
  /** Adds a job inside the caller's transaction; it starts after the commit. */
  readonly add: (w: Writer, job: Omit<NewJob, 'maxAttempts' | 'at'>) => Promise<JobRow>
  /** Asks a job to stop; null where there is none of that number. */
  readonly cancel: (id: number, how: JobCancel) => Promise<JobRow | null>
  readonly start: (kinds: readonly JobKind[]) => Promise<void>
  /** The job once it has ended, wherever it runs. */
  readonly ended: (id: number) => Promise<JobRow>
  /** Resolves when nothing runs or waits to run now. */
  readonly idle: () => Promise<void>
  /** Running jobs stop between two steps; they go on at the next start. */
  readonly close: () => Promise<void>
}

export type JobRunnerOptions = {
  readonly store: Store
  readonly now: () => Date
  readonly log: Log
}

const AT_ONCE = 2
const LEASE_MS = 15_000
const HEARTBEAT_MS = 5_000
/** Other processes' jobs, and those that wait for their next attempt. */
const LOOK_EVERY_MS = 2_000
const TELL_EVERY_MS = 200
/** Until a job that waits, or runs in another process, is looked at again. */
const WAIT_MS = 20
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 5 * 60_000
const FORGET_EVERY_MS = 60 * 60_000

export function openJobRunner({ store, now, log }: JobRunnerOptions): JobRunner {
  const holder = randomUUID()
  const kinds = new Map<string, JobKind>()
  const running = new Map<number, Running>()
  const closing = new AbortController()
  const timers: NodeJS.Timeout[] = []
  let looking: Promise<void> | null = null
  let lookAgain = false

  function kindOf(name: string): JobKind {
    const kind = kinds.get(name)
    if (!kind) throw new Error(`No kind of job ${name}`)
    return kind
  }

  const time = (afterMs = 0) => new Date(now().getTime() + afterMs).toISOString()
  const lease = () => ({ by: holder, now: time(), until: time(LEASE_MS) })

  function wake(): void {
    if (closing.signal.aborted || kinds.size === 0) return
    lookAgain = true
    looking ??= look()
      .catch((error: unknown) => log({ level: 'error', event: 'jobs-not-read', error }))
      .finally(() => {
        looking = null
      })
  }

  async function look(): Promise<void> {
    const names = [...kinds.keys()]
    while (lookAgain && !closing.signal.aborted) {
      lookAgain = false
      while (running.size < AT_ONCE && !closing.signal.aborted) {
        if (!(await store.read((r) => isJobDue(r, time(), names)))) break
        const job = await store.write((w) => claimJob(w, lease(), names))
        if (job === null) break
        const task = startRun(job)
        running.set(job.id, task)
        void task.ended.finally(() => {
          running.delete(job.id)
          wake()
        })
      }
    }
  }

  type Running = { readonly ended: Promise<void>; readonly cancel: (how: JobCancel) => void }

  function startRun(job: ClaimedJob): Running {
    const kind = kindOf(job.kind)
    let latest: JobRow = job
    let cancelRequested = job.cancelRequested
    let toldMs = Number.NEGATIVE_INFINITY
    let isEnded = false
    let untold: NodeJS.Timeout | null = null
    const stop = new AbortController()
    const onClose = () => stop.abort()
    if (closing.signal.aborted) onClose()
    else closing.signal.addEventListener('abort', onClose)

    const untilTold = () => Math.max(0, TELL_EVERY_MS - (performance.now() - toldMs))
    /** Whether the next note of how far it is tells those who watch. */
    const takeTurn = () => {
      if (untilTold() > 0) return false
      toldMs = performance.now()
      if (untold) clearTimeout(untold)
      untold = null
      return true
    }
    const beat = async () => {
      const { done, total, detail } = latest
      const isTold = takeTurn()
      const kept = await store.write((w) =>
        advanceJob(w, job.id, lease(), { done, total, detail }, { isTold }),
      )
      cancelRequested = kept.cancelRequested
    }
    const keepAlive = () => {
      beat().catch((error: unknown) => {
        if (error instanceof JobLostError) stop.abort()
        else log({ level: 'error', event: 'job-heartbeat-failed', job: job.id, error })
      })
    }
    const tellSoon = () => {
      if (isEnded || untold) return
      untold = setTimeout(() => {
        untold = null
        keepAlive()
      }, untilTold())
      untold.unref()
    }
    const heart = setInterval(keepAlive, HEARTBEAT_MS)
    heart.unref()

    const context: JobContext = {
      job,
      signal: stop.signal,
      cancelRequested: () => cancelRequested,
      report(change) {
        latest = { ...latest, ...withoutUndefined(change) }
        tellSoon()
      },
      async step(work) {
        const isTold = takeTurn()
        const { row, value } = await store.write(async (w) => {
          const value = await work(w)
          const {
            done = latest.done,
            total = latest.total,
            detail = latest.detail,
            cursor,
            operationId,
          } = value as JobChange
          const change = {
            done,
            total,
            detail,
            ...(cursor === undefined ? {} : { cursor }),
            ...(operationId === undefined ? {} : { operationId }),
          }
          return { row: await advanceJob(w, job.id, lease(), change, { isTold }), value }
        })
        latest = row
        cancelRequested = row.cancelRequested
        if (!isTold) tellSoon()
        return value
      },
    }

    async function run(): Promise<void> {
      let end: JobEnd | { readonly error: unknown }
      try {
        // A job that ended the process each time it ran is not run for ever.
        if (job.interrupted && (kind.afterCrash === 'give-up' || job.attempts > job.maxAttempts))
          throw new Interrupted()
        end = await kind.run(context)
      } catch (error) {
        end = { error }
      }
      const isLost = 'error' in end && end.error instanceof JobLostError
      if ('error' in end && isFinal(end.error) && !isLost && !stop.signal.aborted)
        await kind.abandon?.(context).catch(abandonFailed)
      clearInterval(heart)
      closing.signal.removeEventListener('abort', onClose)
      isEnded = true
      if (untold) clearTimeout(untold)
      // Stopped by the close of the server: the row says that it runs, and the next start takes it up.
      if (isLost || (stop.signal.aborted && 'error' in end)) return
      try {
        await finish(end)
      } catch (error) {
        if (!(error instanceof JobLostError))
          log({ level: 'error', event: 'job-not-ended', job: job.id, error })
      }
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
      if (!('error' in end))
        return store.write((w) => endJob(w, job.id, holder, { ...end, done, total, at: time() }))
      const { error } = end
      const failure = expectedFailure(error)
      const problem: JobProblem =
        failure === null ? problemOfBug(job, error) : { code: failure.code, params: failure.params }
      if (isFinal(error)) {
        return store.write((w) =>
          endJob(w, job.id, holder, { state: 'failed', done, total, at: time(), problem }),
        )
      }
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (job.attempts - 1))
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

  async function hearCancel(id: number): Promise<void> {
    const job = await store.read((r) => jobById(r, id))
    if (job?.cancelRequested) running.get(id)?.cancel(job.cancelRequested)
  }

  return {
    name: 'jobs',
    onEvent(event) {
      if (event.kind !== 'job.changed') return
      const { jobId } = event.payload
      if (!running.has(jobId)) wake()
      // Not heard: the next step of the job hears it.
      else hearCancel(jobId).catch(() => undefined)
    },
    onGap: wake,
    async add(w, job) {
      const row = await addJob(w, { ...job, maxAttempts: kindOf(job.kind).maxAttempts, at: time() })
      w.afterCommit(wake)
      return row
    },
    async cancel(id, how) {
      const row = await store.write((w) => cancelJob(w, id, how, time()))
      if (row?.cancelRequested) running.get(id)?.cancel(row.cancelRequested)
      wake()
      return row
    },
    async start(all) {
      for (const kind of all) kinds.set(kind.kind, kind)
      if (store.dialect === 'sqlite') await store.write((w) => releaseJobs(w, time()))
      await forgetOld(store, now)
      const every = (ms: number, task: () => void) => timers.push(setInterval(task, ms).unref())
      every(LOOK_EVERY_MS, wake)
      every(FORGET_EVERY_MS, () => {
        forgetOld(store, now).catch((error: unknown) =>
          log({ level: 'warn', event: 'old-not-forgotten', error }),
        )
      })
      wake()
    },
    async ended(id) {
      for (;;) {
        const job = await store.read((r) => jobById(r, id))
        if (job === null) throw new JobLostError(`job ${id}`)
        if (job.endedAt !== null) return job
        closing.signal.throwIfAborted()
        await (running.get(id)?.ended ?? setTimer(WAIT_MS))
      }
    },
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

function withoutUndefined<T extends object>(change: T): Partial<T> {
  // only leaves members out
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>
}
