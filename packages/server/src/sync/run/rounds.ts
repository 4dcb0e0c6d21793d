import { setImmediate as breathe } from 'node:timers/promises'
import { listFiles, projectById } from '@dragoman/store'
import { type BatchSize, batchesOf, readingBatch, SYNC_BATCH } from '../batches-of.ts'
import { type CatalogChange, dueOfChanges } from '../catalog-change.ts'
import { type DueFiles, dueOf, duePaths, dueTexts, joinDue, NOTHING_DUE, pathsDue } from '../due-files.ts'
import type { SyncEffect, SyncEvent } from '../schedule.ts'
import type { Comparisons } from './comparisons.ts'
import type { SyncContext } from './context.ts'
import { missedChanges } from './missed-changes.ts'
import { namespacesOfOthers } from './namespaces-of-others.ts'
import type { Reading } from './reading.ts'
import { recoverWrites } from './recover-writes.ts'
import { syncBatch } from './sync-batch.ts'
import type { Transport } from './transport.ts'
import { workedOnSince } from './worked-on-since.ts'

export type RoundsParts = {
  readonly context: SyncContext
  readonly transport: Transport
  readonly comparisons: Pick<Comparisons, 'of' | 'isReadIn'>
  /** Texts have moved to a file, which is merged although neither of its sides has changed. */
  readonly onMoved: (place: CatalogChange['files'][number]) => void
}

/** The work that the schedule requests; each returns what it has found. */
export type Rounds = {
  /** Lists the files and what was saved since the last sync. */
  readonly scan: (effect: Extract<SyncEffect, { kind: 'scan' }>) => Promise<SyncEvent>
  /** Divides what is due into batches. */
  readonly sort: (effect: Extract<SyncEffect, { kind: 'sort' }>) => Promise<SyncEvent>
  /** Syncs one batch. */
  readonly sync: (effect: Extract<SyncEffect, { kind: 'sync' }>) => Promise<SyncEvent>
}

export function openRounds({ context, transport, comparisons, onMoved }: RoundsParts): Rounds {
  const { store, source, ownOperations } = context
  const { files, watch } = transport

  /** Starts a round: interrupted replacements are resolved before anything else happens to the files. */
  async function beginRound(): Promise<void> {
    if (watch.beforeRound === undefined) return
    await recoverWrites(context)
    await watch.beforeRound()
  }

  async function scan({ comparison }: Extract<SyncEffect, { kind: 'scan' }>): Promise<SyncEvent> {
    await recoverWrites(context)
    await beginRound()
    const rows = await store.read((r) => listFiles(r, { sourceId: source.id }))
    const listed = await files.list()
    const saved = await workedOnSince(context, rows)
    // While a source is read in, what was in the catalog before gets no files.
    const missed = comparisons.of(comparison).kind === 'import' ? [] : await missedChanges(context, rows)
    const due = joinDue(
      duePaths([...listed, ...rows].map(({ path }) => path)),
      ...saved.map(({ path, language }) => dueTexts(path, [language])),
      missed.length === 0 ? NOTHING_DUE : await dueOfOthers(context, missed),
    )
    return { kind: 'scanned', due }
  }

  async function sort(effect: Extract<SyncEffect, { kind: 'sort' }>): Promise<SyncEvent> {
    const { heard, comparison, round } = effect
    await beginRound()
    const others = heard.filter(isOfOthers)
    const due = others.length === 0 ? effect.due : joinDue(effect.due, await dueOfOthers(context, others))
    const paths = pathsDue(due)
    const { reading } = comparisons.of(comparison)
    if (round === 1) reading?.found(paths.length)
    const sizes = new Map((await files.list(paths)).map(({ path, bytes }) => [path, bytes]))
    const listed = paths.map((path) => ({ path, bytes: sizes.get(path) ?? 0 }))
    const batches = batchesOf(source.pattern, listed, await sizeOf(context, reading))
    for (const { operationId } of heard) if (operationId !== null) ownOperations.delete(operationId)
    return {
      kind: 'sorted',
      inWork: others.filter(({ operationId }) => operationId !== null),
      batches: batches.map((inBatch) => ({ paths: inBatch, due: dueOf(due, inBatch) })),
    }
  }

  function isOfOthers({ operationId }: CatalogChange): boolean {
    return operationId === null || !ownOperations.has(operationId)
  }

  async function sync(effect: Extract<SyncEffect, { kind: 'sync' }>): Promise<SyncEvent> {
    const { batch, comparison, round } = effect
    const { paths, due } = batch
    await breathe()
    const { kind, reading } = comparisons.of(comparison)
    if (reading?.isStopped()) return { kind: 'stopped' }
    reading?.reads(paths[0] ?? '')
    await watch.beforeSync(paths)
    const onlyKnown = comparisons.isReadIn() && reading === null
    const result = await syncBatch(context, { paths, fromCatalog: due.fromCatalog, kind, reading, onlyKnown })
    if (round === 1) reading?.hasRead(paths.length)
    await watch.afterSync(paths, result)
    for (const place of result.movedTo) onMoved(place)
    // Saved texts still have to be written there, even if the file is back to what it was by then.
    const again = joinDue(duePaths(result.again), dueOf(due, result.again))
    return { kind: 'synced', changed: result.changed, again }
  }

  return { scan, sort, sync }
}

/** Returns the files to write after changes of others; our own came from the files. */
async function dueOfOthers(
  { store, projectId, source }: SyncContext,
  changes: readonly CatalogChange[],
): Promise<DueFiles> {
  return store.read(async (r) => {
    const rows = await listFiles(r, { sourceId: source.id })
    const ofOthers = await namespacesOfOthers(r, { projectId, sourceId: source.id, rows, changes })
    return dueOfChanges({ pattern: source.pattern, rows, changes, ofOthers })
  })
}

/**
 * Returns the batch size: a job writes in short transactions; a sync imports the files of a small project
 * as one.
 */
async function sizeOf({ store, projectId }: SyncContext, reading: Reading | null): Promise<BatchSize> {
  if (reading === null) return SYNC_BATCH
  const project = await store.read((r) => projectById(r, projectId))
  return project === null ? SYNC_BATCH : readingBatch(project.sourceLanguage)
}
