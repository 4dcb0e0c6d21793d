import { isDeepStrictEqual } from 'node:util'
import { listAllSources, type Reader, type SourceRow, sourceById } from '@dragoman/store'
import type { Deps } from '../deps.ts'
import type { Leases } from '../leases/open-leases.ts'
import type { Reading } from '../sync/run/reading.ts'
import type { ActiveSource } from './active-source.ts'
import { sourcesOfJobs } from './connect-job.ts'
import type { GitParts } from './git/git-parts.ts'
import type { BranchEnd } from './git/open-git.ts'
import { openRunningSources } from './running-sources.ts'

export type ActiveSourcesParts = Pick<Deps, 'store' | 'now' | 'log' | 'workers' | 'timings'> & {
  readonly leases: Leases
  /** Number of the last event that this process received. */
  readonly position: () => number
  readonly repositories: GitParts
  /** The branch of a source has ended. Not awaited. */
  readonly onBranchEnd: (source: SourceRow, projectId: number, end: BranchEnd) => void
}

/** The sources that this process syncs. It holds the lease of each, so that no other process does. */
export type ActiveSources = {
  readonly get: (sourceId: number) => ActiveSource | undefined
  /** The sources of a project; null: all. */
  readonly of: (projectId: number | null) => readonly ActiveSource[]
  /** Returns the source if this process syncs it, after the end of a pause. */
  readonly whenRunning: (sourceId: number) => Promise<ActiveSource | undefined>
  /** Whether a process syncs the source. */
  readonly isSynced: (sourceId: number) => boolean
  /** Takes the lease and opens the source; null if another process has the lease. */
  readonly claim: (projectId: number, row: SourceRow) => Promise<ActiveSource | null>
  readonly begin: (source: ActiveSource, kind: 'import' | 'sync', reading?: Reading) => Promise<void>
  /** Stops a source for a task, then begins it again. What needs the source waits until then. */
  readonly whilePaused: <T>(source: ActiveSource, task: () => Promise<T>) => Promise<T>
  /**
   * Stops sources for a task that can move or remove them; those that are left continue where they are now, also if
   * the task throws. Comparing them is not awaited.
   */
  readonly whileStopped: <T>(sources: readonly ActiveSource[], task: () => Promise<T>) => Promise<T>
  /** A source is elsewhere now: if it was synced at its old place, continues at the new one. */
  readonly followMove: (source: ActiveSource) => Promise<void>
  readonly stop: (source: ActiveSource) => Promise<void>
  /** The lease of a source was lost: stops it. */
  readonly onLeaseLost: (lease: string) => Promise<void>
  /** Starts the sources that no process syncs, except those that a job is still reading in. */
  readonly takeUpFree: () => Promise<void>
  /** Surveys what else is in a folder. Not awaited: what is left out is reported when it is known. */
  readonly survey: (row: SourceRow) => void
  /** Runs a task without waiting: errors are logged, and the next comparison finds what was missed. */
  readonly inBackground: (source: Pick<SourceRow, 'id'>, task: Promise<unknown>) => void
  readonly close: () => Promise<void>
}

const leaseOf = (sourceId: number) => `source ${sourceId}`

export function openActiveSources(parts: ActiveSourcesParts): ActiveSources {
  const { store, log, leases } = parts
  const running = openRunningSources({ ...parts, storeOf: (sourceId) => leases.fence(leaseOf(sourceId)) })
  const { open, begin } = running
  const isFree = (sourceId: number) => running.get(sourceId) === undefined
  const pauses = openPauses()
  let isClosing = false

  function inBackground({ id }: Pick<SourceRow, 'id'>, task: Promise<unknown>): void {
    task.catch((error: unknown) => log({ level: 'error', event: 'sync-failed', source: id, error }))
  }

  async function stop(source: ActiveSource): Promise<void> {
    await running.stop(source)
    await leases.release(leaseOf(source.row.id))
  }

  /** Starts a source that does not run where it is now; if it is gone, releases its lease. */
  async function continueAt({
    projectId,
    row: { id },
  }: Pick<ActiveSource, 'projectId' | 'row'>): Promise<void> {
    const row = await store.read((r) => sourceById(r, id))
    if (row === null) await leases.release(leaseOf(id))
    else if (!isClosing && isFree(id)) inBackground(row, begin(open(projectId, row), 'sync'))
  }

  function pauseFor<T>(source: ActiveSource, task: () => Promise<T>, resume: () => Promise<unknown>) {
    return pauses.during(source.row.id, async () => {
      try {
        await running.stop(source)
        return await task()
      } finally {
        await resume()
      }
    })
  }

  return {
    get: running.get,
    of: (projectId) => running.all().filter((source) => projectId === null || source.projectId === projectId),
    async whenRunning(sourceId) {
      await pauses.end(sourceId)
      return running.get(sourceId)
    },
    isSynced: (sourceId) => leases.isHeld(leaseOf(sourceId)),
    claim: async (projectId, row) => ((await leases.take(leaseOf(row.id))) ? open(projectId, row) : null),
    begin,
    whilePaused: (source, task) =>
      pauseFor(source, task, () => begin(open(source.projectId, source.row), 'sync')),
    whileStopped: (sources, task) =>
      sources.reduce((inner, source) => () => pauseFor(source, inner, () => continueAt(source)), task)(),
    async followMove(source) {
      const row = await store.read((r) => sourceById(r, source.row.id))
      if (row === null || running.get(row.id) !== source || isDeepStrictEqual(row, source.row)) return
      await pauseFor(
        source,
        async () => {},
        () => continueAt(source),
      )
    },
    stop,
    async onLeaseLost(lease) {
      for (const source of running.all()) if (leaseOf(source.row.id) === lease) await running.stop(source)
    },
    takeUpFree: oneRunAtATime(async () => {
      const free = (await store.read(sourcesWithoutJob)).filter(({ row }) => isFree(row.id))
      for (const source of free) {
        const lease = leaseOf(source.row.id)
        if (isClosing || !isFree(source.row.id) || leases.isHeld(lease)) continue
        // It can have been opened or removed in the meantime.
        if (await leases.take(lease)) await continueAt(source)
      }
    }),
    survey: running.survey,
    inBackground,
    async close() {
      isClosing = true
      for (const source of running.all()) await stop(source)
    },
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

/** The pauses of sources that this process syncs. */
function openPauses() {
  const ends = new Map<number, Promise<void>>()
  return {
    /** Resolves once the source is not paused. */
    end: async (sourceId: number) => ends.get(sourceId),
    async during<T>(sourceId: number, task: () => Promise<T>): Promise<T> {
      let end = () => {}
      const pause = new Promise<void>((resolve) => {
        end = resolve
      })
      ends.set(sourceId, pause)
      try {
        return await task()
      } finally {
        ends.delete(sourceId)
        end()
      }
    },
  }
}
