import { setImmediate as breathe } from 'node:timers/promises'
import { formatById } from '@dragoman/formats'
import { type ChangeSet, listFiles, projectById, type SourceRow } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { type BatchSize, batchesOf, readingBatch, SYNC_BATCH } from '../batches-of.ts'
import { type CatalogChange, catalogChangeOf, dueOfChanges, wantedFile } from '../catalog-change.ts'
import { type DueFiles, dueOf, duePaths, dueTexts, joinDue, pathsDue } from '../due-files.ts'
import { type Comparison, next, START, type SyncEffect, type SyncEvent, type SyncState } from '../schedule.ts'
import { openSyncContext } from './context.ts'
import { namespacesOfOthers } from './namespaces-of-others.ts'
import type { Reading } from './reading.ts'
import { recoverWrites } from './recover-writes.ts'
import { type BatchRequest, syncBatch } from './sync-batch.ts'
import type { DraftRequest, SyncDraft } from './sync-draft.ts'
import type { Transport } from './transport.ts'
import { workedOnSince } from './worked-on-since.ts'

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

type Waiter = Pick<BatchRequest, 'kind'> & {
  readonly reading: Reading | null
  readonly resolve: (changed: number) => void
  readonly reject: (error: unknown) => void
}

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
  const { ownOperations } = context
  let state: SyncState = { ...START, restMs: timings.syncRestMs }
  let timer: NodeJS.Timeout | null = null
  /** Changed files that were not reported to the schedule yet, because files often change in groups. */
  let found: DueFiles[] = []
  let comparisons = 0
  const waiters = new Map<number, Waiter>()
  let lastError: unknown = null
  let closed: (() => void) | null = null
  let stopping: Promise<void> | null = null
  /** Whether a job reads the source in, or was stopped before it had read everything. */
  let isReadIn = false

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
        attempt(scan, effect.comparison)
        break
      case 'sort':
        attempt(() => sort(effect), effect.comparison)
        break
      case 'sync':
        attempt(() => sync(effect), effect.comparison)
        break
      case 'all-written':
        onAllWritten()
        break
      case 'compared':
        answer(effect)
        break
      case 'closed':
        if (timer !== null) clearTimeout(timer)
        closed?.()
        break
      default:
        effect satisfies never
    }
  }

  function answer({ comparison, changed, hasFailed }: Extract<SyncEffect, { kind: 'compared' }>): void {
    const waiter = waiters.get(comparison.id)
    waiters.delete(comparison.id)
    if (hasFailed) waiter?.reject(lastError)
    else {
      if (waiter?.reading?.isStopped() === false) isReadIn = false
      waiter?.resolve(changed)
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

  /** Starts a round: interrupted replacements are resolved before anything else happens to the files. */
  async function beginRound(): Promise<void> {
    if (watch.beforeRound === undefined) return
    await recoverWrites(context)
    await watch.beforeRound()
  }

  async function scan(): Promise<SyncEvent> {
    await recoverWrites(context)
    await beginRound()
    const rows = await store.read((r) => listFiles(r, { sourceId: row.id }))
    const listed = await files.list()
    const saved = await workedOnSince(context, rows)
    const due = joinDue(
      duePaths([...listed, ...rows].map(({ path }) => path)),
      ...saved.map(({ path, language }) => dueTexts(path, [language])),
    )
    return { kind: 'scanned', due }
  }

  async function sort(effect: Extract<SyncEffect, { kind: 'sort' }>): Promise<SyncEvent> {
    const { heard, comparison, round } = effect
    await beginRound()
    const others = heard.filter(isOfOthers)
    const due = others.length === 0 ? effect.due : joinDue(effect.due, await dueOfOthers(others))
    const paths = pathsDue(due)
    const { reading } = waiterOf(comparison)
    if (round === 1) reading?.found(paths.length)
    const sizes = new Map((await files.list(paths)).map(({ path, bytes }) => [path, bytes]))
    const listed = paths.map((path) => ({ path, bytes: sizes.get(path) ?? 0 }))
    const batches = batchesOf(row.pattern, listed, await sizeOf(reading))
    for (const { operationId } of heard) if (operationId !== null) ownOperations.delete(operationId)
    return {
      kind: 'sorted',
      inWork: others.filter(({ operationId }) => operationId !== null),
      batches: batches.map((inBatch) => ({ paths: inBatch, due: dueOf(due, inBatch) })),
    }
  }

  /** Returns the files to write, without our own commits, which came from the files. */
  async function dueOfOthers(changes: readonly CatalogChange[]): Promise<DueFiles> {
    return store.read(async (r) => {
      const rows = await listFiles(r, { sourceId: row.id })
      const ofOthers = await namespacesOfOthers(r, { projectId, rows, changes })
      return dueOfChanges({ pattern: row.pattern, rows, changes, ofOthers })
    })
  }

  function isOfOthers({ operationId }: CatalogChange): boolean {
    return operationId === null || !ownOperations.has(operationId)
  }

  /**
   * Returns the batch size: a job writes in short transactions; a sync imports the files of a small project
   * as one.
   */
  async function sizeOf(reading: Reading | null): Promise<BatchSize> {
    if (reading === null) return SYNC_BATCH
    const project = await store.read((r) => projectById(r, projectId))
    return project === null ? SYNC_BATCH : readingBatch(project.sourceLanguage)
  }

  async function sync(effect: Extract<SyncEffect, { kind: 'sync' }>): Promise<SyncEvent> {
    const { batch, comparison, round } = effect
    const { paths, due } = batch
    await breathe()
    const { kind, reading } = waiterOf(comparison)
    if (reading?.isStopped()) return { kind: 'stopped' }
    reading?.reads(paths[0] ?? '')
    await watch.beforeSync(paths)
    const onlyKnown = isReadIn && reading === null
    const result = await syncBatch(context, { paths, fromCatalog: due.fromCatalog, kind, reading, onlyKnown })
    if (round === 1) reading?.hasRead(paths.length)
    await watch.afterSync(paths, result)
    for (const place of result.movedTo) dispatch({ kind: 'changed', change: wantedFile(place) })
    // Saved texts still have to be written there, even if the file is back to what it was by then.
    const again = joinDue(duePaths(result.again), dueOf(due, result.again))
    return { kind: 'synced', changed: result.changed, again }
  }

  function waiterOf(comparison: Comparison | null): Pick<Waiter, 'kind' | 'reading'> {
    return (comparison && waiters.get(comparison.id)) ?? { kind: 'sync', reading: null }
  }

  function compare(kind: BatchRequest['kind'], reading: Reading | null): Promise<number> {
    if (reading !== null) isReadIn = true
    return new Promise((resolve, reject) => {
      const comparison = { id: ++comparisons, isJob: reading !== null }
      waiters.set(comparison.id, { kind, reading, resolve, reject })
      dispatch({ kind: 'compare', comparison })
    })
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
      ownOperations.clear()
    },
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}
