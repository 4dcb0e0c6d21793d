import { isDeepStrictEqual } from 'node:util'
import { type SourceRow, sourceById } from '@dragoman/store'
import type { Deps } from '../deps.ts'
import type { Leases } from '../leases/open-leases.ts'
import type { Reading } from '../sync/run/reading.ts'
import type { ActiveSource } from './active-source.ts'
import type { GitParts } from './git/git-parts.ts'
import type { BranchEnd } from './git/open-git.ts'
import { openRunningSources } from './running-sources.ts'
import { leaseOf, openSourceLeases } from './source-leases.ts'
import { openSourcePauses } from './source-pauses.ts'
import { openSourceStarts } from './start-sources.ts'

export type ActiveSourcesParts = Pick<Deps, 'store' | 'now' | 'log' | 'workers' | 'timings'> & {
  readonly leases: Leases
  /** Number of the last event that this process received. */
  readonly position: () => number
  readonly repositories: GitParts
  /** The branch of a source has ended. Not awaited. */
  readonly onBranchEnd: (source: SourceRow, projectId: number, end: BranchEnd) => void
}

/**
 * The sources that this process syncs. It holds the lease of each, so that no other process does: of a repository with all
 * of its translation branches.
 */
export type ActiveSources = {
  readonly get: (sourceId: number) => ActiveSource | undefined
  /** The sources of a project; null: all. */
  readonly of: (projectId: number | null) => readonly ActiveSource[]
  /**
   * Returns the source if this process syncs it; while it is paused or stopped, waits for the end of that. A translation
   * branch that was just opened is started.
   */
  readonly whenRunning: (sourceId: number) => Promise<ActiveSource | undefined>
  /** Whether a process syncs the source. */
  readonly isSynced: (row: SourceRow) => boolean
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
  /** A lease was lost: stops its sources. */
  readonly onLeaseLost: (lease: string) => Promise<void>
  /**
   * Starts the sources that no process syncs, except those that a job is still reading in. If the database does not
   * answer, it is repeated soon.
   */
  readonly takeUpFree: () => Promise<void>
  /** Surveys what else is in a folder. Not awaited: what is left out is reported when it is known. */
  readonly survey: (row: SourceRow) => void
  /** Runs a task without waiting: errors are logged, and the next comparison finds what was missed. */
  readonly inBackground: (source: Pick<SourceRow, 'id'>, task: Promise<unknown>) => void
  readonly close: () => Promise<void>
}

export function openActiveSources(parts: ActiveSourcesParts): ActiveSources {
  const { store } = parts
  const leases = openSourceLeases(parts.leases)
  const running = openRunningSources({ ...parts, storeOf: leases.fence })
  const { open, begin } = running
  const pauses = openSourcePauses()
  const starts = openSourceStarts({ ...parts, leases, running, pauses })

  /** Nothing starts the source until its lease is released. */
  function stop(source: ActiveSource): Promise<void> {
    return pauses.during(source.row.id, async () => {
      await running.stop(source)
      await leases.release(source.row)
    })
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

  /** Returns whether a source is at another place now; also true if that cannot be read. */
  async function isMoved({ row }: ActiveSource): Promise<boolean> {
    const now = await store.read((r) => sourceById(r, row.id)).catch(() => undefined)
    return now !== null && !isDeepStrictEqual(now, row)
  }

  return {
    get: running.get,
    of: (projectId) => running.all().filter((source) => projectId === null || source.projectId === projectId),
    async whenRunning(sourceId) {
      await pauses.end(sourceId)
      const source = running.get(sourceId)
      if (source !== undefined) return source
      const row = await store.read((r) => sourceById(r, sourceId))
      if (row === null || !leases.isOwn(row)) return undefined
      await starts.takeUpFree()
      return running.get(sourceId)
    },
    isSynced: leases.isHeld,
    claim: async (projectId, row) => ((await leases.take(row)) ? open(projectId, row) : null),
    begin,
    whilePaused: (source, task) => pauseFor(source, task, () => starts.start(source.projectId, source.row)),
    whileStopped: (sources, task) =>
      sources.reduce(
        (inner, source) => () => pauseFor(source, inner, () => starts.continueAt(source)),
        task,
      )(),
    async followMove(source) {
      if (!(await isMoved(source)) || running.get(source.row.id) !== source) return
      await pauseFor(
        source,
        async () => {},
        () => starts.continueAt(source),
      )
    },
    stop,
    async onLeaseLost(lease) {
      leases.noteLost(lease)
      const lost = running.all().filter(({ row }) => leaseOf(row) === lease)
      // All at the same time: none writes into the copy while another one is being stopped.
      await Promise.all(lost.map((source) => pauses.during(source.row.id, () => running.stop(source))))
    },
    takeUpFree: starts.takeUpFree,
    survey: running.survey,
    inBackground: starts.inBackground,
    async close() {
      await starts.close()
      for (const source of running.all()) await stop(source)
    },
  }
}
