import { listAllSources, type Reader, type SourceRow, sourceById } from '@dragoman/store'
import type { Deps } from '../deps.ts'
import { openLoop } from '../open-loop.ts'
import type { ActiveSource } from './active-source.ts'
import { sourcesOfJobs } from './connect-job.ts'
import type { RunningSources } from './running-sources.ts'
import type { SourceLeases } from './source-leases.ts'
import type { SourcePauses } from './source-pauses.ts'

export type SourceStartsParts = Pick<Deps, 'store' | 'log' | 'timings'> & {
  readonly leases: Pick<SourceLeases, 'take' | 'release' | 'isOwn' | 'isHeld'>
  readonly running: Pick<RunningSources, 'get' | 'open' | 'begin'>
  readonly pauses: Pick<SourcePauses, 'has'>
}

/** Starts sources whose lease this process has or can take. */
export type SourceStarts = {
  /** Starts a source that does not run, unless its lease was lost. Resolves when it is compared. */
  readonly start: (projectId: number, row: SourceRow) => Promise<void>
  /**
   * The same where the source is now; if it is gone, releases its lease. Comparing it is not awaited. Repeated soon if
   * the database does not answer.
   */
  readonly continueAt: (source: Pick<ActiveSource, 'projectId' | 'row'>) => Promise<void>
  /** See `ActiveSources`. */
  readonly takeUpFree: () => Promise<void>
  /** Runs a task without waiting; an error is logged. */
  readonly inBackground: (source: Pick<SourceRow, 'id'>, task: Promise<unknown>) => void
  /** Nothing is started any more. */
  readonly close: () => Promise<void>
}

export function openSourceStarts(parts: SourceStartsParts): SourceStarts {
  const { store, log, timings, leases, running, pauses } = parts
  const repeating = openLoop(() => takeUpFree(), logNotStarted)
  const isFree = (sourceId: number) => running.get(sourceId) === undefined && !pauses.has(sourceId)

  function logNotStarted(error: unknown): void {
    log({ level: 'warn', event: 'sources-not-started', error })
  }

  function inBackground({ id }: Pick<SourceRow, 'id'>, task: Promise<unknown>): void {
    task.catch((error: unknown) => log({ level: 'error', event: 'sync-failed', source: id, error }))
  }

  async function start(projectId: number, row: SourceRow): Promise<void> {
    const { signal } = repeating
    if (signal.aborted || running.get(row.id) !== undefined || !leases.isOwn(row)) return
    await running.begin(running.open(projectId, row), 'sync')
  }

  async function startWhereItIs({
    projectId,
    row: known,
  }: Pick<ActiveSource, 'projectId' | 'row'>): Promise<void> {
    const row = await store.read((r) => sourceById(r, known.id))
    if (row === null) await leases.release(known)
    else inBackground(row, start(projectId, row))
  }

  /** Our own lease without a running source is that of one that could not be started. */
  function isElsewhere(row: SourceRow): boolean {
    return leases.isHeld(row) && !leases.isOwn(row)
  }

  const takeUpFree = oneRunAtATime(async () => {
    try {
      const free = (await store.read(sourcesWithoutJob)).filter(({ row }) => isFree(row.id))
      for (const source of free) {
        const { row } = source
        if (repeating.signal.aborted || !isFree(row.id) || isElsewhere(row)) continue
        // It can have been opened or removed in the meantime.
        if (await leases.take(row)) await startWhereItIs(source)
      }
    } catch (error) {
      repeating.wakeIn(timings.leasePollMs)
      throw error
    }
  })

  return {
    start,
    async continueAt(source) {
      try {
        await startWhereItIs(source)
      } catch (error) {
        logNotStarted(error)
        repeating.wakeIn(timings.leasePollMs)
      }
    },
    takeUpFree,
    inBackground,
    close: repeating.close,
  }
}

/** Returns the sources of all projects, except those that a job is still reading in. */
async function sourcesWithoutJob(r: Reader) {
  const byJobs = await sourcesOfJobs(r)
  return (await listAllSources(r)).filter(({ row }) => !byJobs.has(row.id))
}

/** Returns what runs a task, one run at a time. All calls during a run share the next one. */
function oneRunAtATime(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    next ??= current
      .catch(() => undefined) // its callers get the error
      .then(() => {
        next = null
        current = run()
        return current
      })
    return next
  }
}
