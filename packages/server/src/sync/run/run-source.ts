import { formatById } from '@dragoman/formats'
import { type ChangeSet, listFiles, type SourceRow } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { type CatalogChange, catalogChangeOf, wantedFile } from '../catalog-change.ts'
import { type DueFiles, duePaths, dueTexts, joinDue } from '../due-files.ts'
import { type Comparison, next, START, type SyncEffect, type SyncEvent, type SyncState } from '../schedule.ts'
import { openComparisons } from './comparisons.ts'
import { openSyncContext } from './context.ts'
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
  /** Called when everything that was reported is in the files. */
  readonly onAllWritten: () => void
}

/** Files that could not be written are retried after this time. */
const RETRY_MS = 30_000

/** Does what the schedule decides (`schedule.ts`), and reports the results to it. */
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
  let state: SyncState = { ...START, restMs: timings.syncRestMs }
  let timer: NodeJS.Timeout | null = null
  /** Changed files that were not reported to the schedule yet, because files often change in groups. */
  let found: DueFiles[] = []
  const comparisons = openComparisons()
  let lastError: unknown = null
  let closed: (() => void) | null = null
  let stopping: Promise<void> | null = null

  const rounds = openRounds({
    context,
    transport,
    comparisons,
    onMoved: (place) => dispatch({ kind: 'changed', change: wantedFile(place) }),
  })

  function dispatch(event: SyncEvent): void {
    const [after, effects] = next(state, event, performance.now())
    state = after
    for (const effect of effects) perform(effect)
  }

  function perform(effect: SyncEffect): void {
    switch (effect.kind) {
      case 'wait':
        if (timer !== null) clearTimeout(timer)
        timer = setTimeout(() => dispatch({ kind: 'time-came' }), effect.ms)
        break
      case 'scan':
        attempt(rounds.scan, effect.comparison)
        break
      case 'sort':
        attempt(() => rounds.sort(effect), effect.comparison)
        break
      case 'sync':
        attempt(() => rounds.sync(effect), effect.comparison)
        break
      case 'all-written':
        onAllWritten()
        break
      case 'compared':
        comparisons.answer(effect, lastError)
        break
      case 'closed':
        if (timer !== null) clearTimeout(timer)
        closed?.()
        break
      default:
        effect satisfies never
    }
  }

  /** Runs work whose end is the next event. */
  function attempt(work: () => Promise<SyncEvent>, comparison: Comparison | null): void {
    work()
      .catch((error: unknown): SyncEvent => {
        lastError = error
        // Callers that wait for a comparison receive the error.
        if (comparison === null) log({ level: 'error', event: 'sync-failed', source: row.id, error })
        return { kind: 'failed' }
      })
      .then(dispatch)
      .catch((error: unknown) => log({ level: 'error', event: 'sync-broken', source: row.id, error }))
  }

  function compare(kind: BatchRequest['kind'], reading: Reading | null): Promise<number> {
    const { comparison, changed } = comparisons.begin(kind, reading)
    dispatch({ kind: 'compare', comparison })
    return changed
  }

  function takeFound(due: DueFiles): void {
    found.push(due)
    if (found.length === 1) setImmediate(reportFound)
  }

  function reportFound(): void {
    if (found.length === 0) return
    const due = joinDue(...found)
    found = []
    dispatch({ kind: 'found', due })
  }

  async function findUnwritten(): Promise<void> {
    const rows = await store.read((r) => listFiles(r, { sourceId: row.id }))
    const unwritten = rows.filter((file) => file.state === 'unwritable')
    if (unwritten.length > 0)
      takeFound(joinDue(...unwritten.map(({ path, language }) => dueTexts(path, [language]))))
  }

  const retrying = setInterval(() => {
    findUnwritten().catch((error: unknown) =>
      log({ level: 'warn', event: 'sync-retry-failed', source: row.id, error }),
    )
  }, RETRY_MS)
  retrying.unref()

  async function stop(): Promise<void> {
    clearInterval(retrying)
    await watch.close()
    reportFound()
    await new Promise<void>((resolve) => {
      closed = resolve
      dispatch({ kind: 'close' })
    })
  }

  return {
    row,
    projectId,
    async start(kind, reading = undefined) {
      await watch.start({
        onFound: (paths) => takeFound(duePaths(paths)),
        onReplaced: () => compare('sync', null),
      })
      return compare(kind, reading ?? null)
    },
    changed(changeSet) {
      dispatch({ kind: 'changed', change: catalogChangeOf(changeSet) })
    },
    wanted: (place) => dispatch({ kind: 'changed', change: wantedFile(place) }),
    compare: () => compare('sync', null),
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
