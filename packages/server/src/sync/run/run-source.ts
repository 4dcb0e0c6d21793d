import { formatById } from '@dragoman/formats'
import { type ChangeSet, listFiles, type SourceRow } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { type Loop, openLoop } from '../../open-loop.ts'
import { type CatalogChange, catalogChangeOf, wantedFile } from '../catalog-change.ts'
import { type DueFiles, duePaths, dueTexts, joinDue } from '../due-files.ts'
import { type Comparisons, openComparisons } from './comparisons.ts'
import { openSyncContext } from './context.ts'
import { followSchedule } from './follow-schedule.ts'
import type { Reading } from './reading.ts'
import { openRounds } from './rounds.ts'
import type { BatchRequest } from './sync-batch.ts'
import type { DraftRequest, SyncDraft } from './sync-draft.ts'
import type { Transport } from './transport.ts'

/** One connected source, kept in sync with the catalog. */
export type RunningSource = {
  readonly row: SourceRow
  readonly projectId: number
  /** Follows changes of the files, and compares everything. */
  readonly start: (kind: BatchRequest['kind'], reading?: Reading) => Promise<number>
  /** Content of the project changed. */
  readonly changed: (changeSet: ChangeSet) => void
  /** Requests that a file is merged although neither side has changed. */
  readonly wanted: (place: CatalogChange['files'][number]) => void
  /** Compares everything now; returns how much changed. */
  readonly compare: () => Promise<number>
  /** Drops remembered state, because the database is an older copy of itself. */
  readonly forget: () => void
  /** Writes back what is due, then releases the source. */
  readonly stop: () => Promise<void>
}

export type RunSourceParts = Pick<Deps, 'store' | 'now' | 'log' | 'timings'> & {
  readonly projectId: number
  readonly row: SourceRow
  readonly transport: Transport
  /** Drafts a sync in another thread. */
  readonly draftElsewhere: (request: DraftRequest) => Promise<SyncDraft | null>
  /**
   * Called when everything that was reported is in the files. `isCompared`: all files are compared, after a comparison
   * that had failed.
   */
  readonly onAllWritten: (isCompared: boolean) => void
}

type CompareRequest = Partial<Parameters<Comparisons['begin']>[0]>

/** Files that could not be written are retried after this time. */
const RETRY_MS = 30_000

/** Syncs a source by its schedule (`schedule.ts`). */
export function runSource(parts: RunSourceParts): RunningSource {
  const { store, now, log, timings, transport, projectId, row, draftElsewhere, onAllWritten } = parts
  const { files, watch } = transport
  const format = formatById(row.format)
  if (format === null) throw new Error(`The format ${row.format} of source ${row.id} is not known`)
  const context = openSyncContext({
    store,
    now,
    log,
    projectId,
    source: row,
    format,
    files,
    draftElsewhere,
  })
  const comparisons = openComparisons()
  let stopping: Promise<void> | null = null

  const rounds = openRounds({
    context,
    transport,
    comparisons,
    onMoved: (place) => schedule.dispatch({ kind: 'changed', change: wantedFile(place) }),
  })

  const schedule = followSchedule({
    log,
    sourceId: row.id,
    rounds,
    comparisons,
    restMs: timings.syncRestMs,
    onAllWritten,
  })
  const found = gatherFound((due) => schedule.dispatch({ kind: 'found', due }))

  function compare({ kind = 'sync', reading = null, files = 'all' }: CompareRequest = {}): Promise<number> {
    const { comparison, changed } = comparisons.begin({ kind, reading, files })
    schedule.dispatch({ kind: 'compare', comparison })
    return changed
  }

  const retrying = retryUnwritten({ store, log, sourceId: row.id }, found.add)

  async function stop(): Promise<void> {
    await retrying.close()
    await watch.close()
    found.report()
    await schedule.close()
  }

  return {
    row,
    projectId,
    async start(kind, reading) {
      try {
        await watch.start({
          onFound: (paths) => found.add(duePaths(paths)),
          onReplaced: () => compare(),
          async mergeFound() {
            found.report()
            await compare({ files: 'due' })
          },
        })
      } catch (error) {
        // A job starts again. A sync reports this error, and the schedule compares until it succeeds.
        if (reading === undefined) compare().catch(() => undefined)
        throw error
      }
      return compare({ kind, reading: reading ?? null })
    },
    changed(changeSet) {
      schedule.dispatch({ kind: 'changed', change: catalogChangeOf(changeSet) })
    },
    wanted: (place) => schedule.dispatch({ kind: 'changed', change: wantedFile(place) }),
    compare: () => compare(),
    forget() {
      context.baseHashes.clear()
      context.ownOperations.clear()
    },
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

type Retried = Pick<RunSourceParts, 'store' | 'log'> & { readonly sourceId: number }

/** Reports the files that could not be written again and again. Returns the loop that does. */
function retryUnwritten({ store, log, sourceId }: Retried, onDue: (due: DueFiles) => void): Loop {
  async function findUnwritten(): Promise<void> {
    const rows = await store.read((r) => listFiles(r, { sourceId }))
    const unwritten = rows.filter((file) => file.state === 'unwritable')
    if (unwritten.length > 0)
      onDue(joinDue(...unwritten.map(({ path, language }) => dueTexts(path, [language]))))
  }

  const loop = openLoop(findUnwritten, (error) =>
    log({ level: 'warn', event: 'sync-retry-failed', source: sourceId, error }),
  )
  loop.start(RETRY_MS)
  return loop
}

/** Reports changed files together, because files often change in groups. */
function gatherFound(onFound: (due: DueFiles) => void) {
  let found: DueFiles[] = []
  function report(): void {
    if (found.length === 0) return
    const due = joinDue(...found)
    found = []
    onFound(due)
  }
  return {
    add(due: DueFiles): void {
      found.push(due)
      if (found.length === 1) setImmediate(report)
    },
    report,
  }
}
