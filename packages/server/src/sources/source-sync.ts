import { Failure } from '@dragoman/contract'
import { JobLostError, removeSource, type SourceRow, sourceById, type Writer } from '@dragoman/store'
import type { Subscriber } from '../events/subscriber.ts'
import type { Write } from '../http/guard-writes.ts'
import type { Reading } from '../sync/run/reading.ts'
import { type ActiveSources, type ActiveSourcesParts, openActiveSources } from './active-sources.ts'
import { openCompareRequests } from './compare-requests.ts'
import { endBranches } from './end-branches.ts'
import { openCopySweep } from './git/sweep-copies.ts'
import { sendFrom } from './send-from.ts'
import { sourceEvents } from './source-events.ts'

/** All connected folders and repositories. As a subscriber it writes back what any process saved. */
export type SourceSync = Subscriber & {
  /** Starts a source that was connected, and reads it in. If that is stopped or fails, stops the source. */
  readonly readIn: (request: ReadInRequest) => Promise<void>
  /**
   * `allow` is called in the transaction that removes it, and throws if it cannot be removed: then its sync
   * continues.
   */
  readonly disconnect: (write: Write, sourceId: number, allow?: (w: Writer) => Promise<void>) => Promise<void>
  /** Runs a task that can remove a project while its sources are stopped; those that it keeps continue. */
  readonly whileStopped: <T>(projectId: number, task: () => Promise<T>) => Promise<T>
  /** Compares a source now, wherever it is synced; returns how much changed. */
  readonly sync: (projectId: number, sourceId: number) => Promise<number>
  /**
   * Sends the pending changes of a repository now, wherever it is synced. Throws `source-unreachable` with the code of
   * the problem, `not-found` for a source of another kind.
   */
  readonly send: (projectId: number, sourceId: number) => Promise<void>
  /** Something new in a repository was reported: it is checked soon, wherever it is synced. */
  readonly hear: (projectId: number, sourceId: number) => Promise<void>
  /** Runs a task while a source is neither watched nor written; then compares the two again. */
  readonly whilePaused: (sourceId: number, task: () => Promise<void>) => Promise<void>
  /**
   * Runs a write that changes where the files of a source are, and continues there. Reading the files is not
   * awaited: what prevents it becomes the problem of the source.
   */
  readonly move: (sourceId: number, task: () => Promise<void>) => Promise<void>
  readonly isWatching: (row: SourceRow) => boolean
  /**
   * Starts the sources of all projects, except those that a job is still reading in; comparing them continues
   * in the background.
   */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

/** For what other machines left: its age decides. */
const SWEEP_EVERY_MS = 24 * 60 * 60_000

export type ReadInRequest = {
  readonly projectId: number
  readonly source: SourceRow
  readonly reading: Reading
}

export type SourceSyncParts = Omit<ActiveSourcesParts, 'onBranchEnd'>

export function openSourceSync(parts: SourceSyncParts): SourceSync {
  const { store, log, leases } = parts
  const elsewhere = openCompareRequests(store)
  const copies = openCopySweep({ store, log, folder: parts.repositories.folder })
  const onBranchEnd = endBranches({ ...parts, sources: () => sources, syncNow })
  const sources: ActiveSources = openActiveSources({ ...parts, onBranchEnd })

  /** If no process holds the lease, a job is about to read the source in. */
  async function requireSynced(sourceId: number): Promise<void> {
    const row = await store.read((r) => sourceById(r, sourceId))
    if (row === null || !sources.isSynced(row)) throw new Failure('still-running')
  }

  async function syncNow(projectId: number, sourceId: number): Promise<number> {
    const source = await sources.whenRunning(sourceId)
    if (source === undefined) {
      await requireSynced(sourceId)
      return elsewhere.ask({ projectId, sourceId })
    }
    await source.transport.reach()
    const changed = await source.compare()
    sources.survey(source.row)
    return changed
  }

  return {
    ...sourceEvents({ store, log, sources, elsewhere, copies }),

    readIn: (request) => readIn(sources, request),

    async disconnect(write, sourceId, allow) {
      const source = await sources.whenRunning(sourceId)
      await sources.whileStopped(source === undefined ? [] : [source], async () => {
        await write(async (w) => {
          await allow?.(w)
          await removeSource(w, sourceId)
        })
      })
    },

    whileStopped: (projectId, task) => sources.whileStopped(sources.of(projectId), task),

    sync: syncNow,

    async send(projectId, sourceId) {
      const source = await sources.whenRunning(sourceId)
      if (source !== undefined) return sendFrom(source)
      await requireSynced(sourceId)
      await elsewhere.ask({ projectId, sourceId, sends: true })
    },

    async hear(projectId, sourceId) {
      const source = await sources.whenRunning(sourceId)
      if (source === undefined) await elsewhere.hear({ projectId, sourceId })
      else source.transport.hear?.()
    },

    async whilePaused(sourceId, task) {
      const source = sources.get(sourceId)
      if (source === undefined) throw new Failure('not-found', { what: 'source' })
      await sources.whilePaused(source, task)
    },

    async move(sourceId, task) {
      const source = sources.get(sourceId)
      if (source === undefined) return task() // the process that syncs it receives the event
      await sources.whileStopped([source], task)
    },

    isWatching: (row) => sources.get(row.id)?.transport.isWatching() ?? sources.isSynced(row),

    async start() {
      copies.start(SWEEP_EVERY_MS)
      copies.wake()
      await sources.takeUpFree()
      leases.start({ onLook: sources.takeUpFree, onLost: sources.onLeaseLost })
    },

    async close() {
      await sources.close()
      await copies.close()
    },
  }
}

/** See `SourceSync`. Throws `busy`, and JobLostError if the project was deleted. */
async function readIn(
  sources: ActiveSources,
  { projectId, source: row, reading }: ReadInRequest,
): Promise<void> {
  const source = await sources.claim(projectId, row)
  // A process that started to read it can have just died: the job is tried again.
  if (source === null) throw new Failure('busy')
  try {
    await sources.begin(source, 'import', reading)
  } catch (error) {
    await sources.stop(source)
    throw error
  }
  // Its project was deleted.
  if (sources.get(row.id) !== source) throw new JobLostError(`source ${row.id}`)
  if (reading.isStopped()) await sources.stop(source)
}
