import type { JobResult } from '@dragoman/contract'
import {
  addLanguages,
  listFiles,
  listLanguages,
  operationById,
  type SourceRow,
  sourceById,
  type Writer,
} from '@dragoman/store'
import { actsFreely, cancellerOf } from '../../access/requester-of.ts'
import { reviewAfter } from '../../areas/review/review-imported-job.ts'
import type { Deps } from '../../deps.ts'
import type { JobContext, JobEnd, JobKind } from '../../jobs/job-kind.ts'
import { openPace } from '../../jobs/pace.ts'
import { undoInSteps } from '../../jobs/undo-in-steps.ts'
import type { ReadIn, Reading } from '../../sync/run/reading.ts'
import { sourceOrigin, syncOf } from '../../sync/run/sync-of.ts'
import { connectAgain } from '../connect-again.ts'
import { CONNECT_FOLDER, type ConnectPayload } from '../connect-job.ts'
import { requireFolder } from './require-folder.ts'

type Cursor = {
  readonly languagesAdded: readonly string[]
  /** The operation that undoes it, once that was requested. */
  readonly undo: number | null
  readonly isUndoing: boolean
}

const START: Cursor = { languagesAdded: [], undo: null, isUndoing: false }

type ConnectDeps = Pick<Deps, 'store' | 'now' | 'sources' | 'lastRequestMs' | 'jobs'>

/**
 * Reads in a connected folder. After a crash it starts again: a file and what the catalog took from it are
 * one transaction, so nothing is done twice. When cancelled, it disconnects the folder and, if requested,
 * undoes what it has read; when it fails permanently, it does both.
 */
export function connectFolderJob(deps: ConnectDeps): JobKind<'connect-folder'> {
  return {
    kind: CONNECT_FOLDER,
    afterCrash: 'run-again',
    maxAttempts: 5,
    run: (context) => openConnectRun(deps, context).run(),
    abandon: (context) => openConnectRun(deps, context).undo(),
    payloadAgain: (w, job) => connectAgain(w, deps, job),
  }
}

/** Throws if a folder is missing. A repository is reached when it is read in. */
async function requireThere(source: SourceRow): Promise<void> {
  if (source.kind === 'folder') await requireFolder(source.folder)
}

function openConnectRun({ store, now, sources, lastRequestMs, jobs }: ConnectDeps, context: JobContext) {
  const { job, step, report, signal, cancelRequested } = context
  const { projectId } = job
  const { sourceId, languages, countAsReviewed = false } = job.payload as ConnectPayload // written by connectFolder
  let cursor = (job.cursor ?? START) as Cursor // written below
  let operationId = job.operationId
  let done = 0
  const pace = openPace(lastRequestMs)

  const reading: Reading = {
    isStopped: () => signal.aborted || cancelRequested() !== null,
    found: (files) => report({ done, total: files }),
    reads: (path) => report({ detail: path }),
    hasRead(files) {
      done += files
      report({ done })
    },
    hasPartlyRead: (files) => report({ done: done + files }),
    operationId: () => operationId,
    stepSize: pace.size,
    async write<T extends ReadIn>(
      work: (w: Writer, continues: number | undefined) => Promise<T>,
      kind: 'step' | 'whole' = 'whole',
    ): Promise<T> {
      signal.throwIfAborted()
      const { value } = await step(async (w) => {
        const from = performance.now()
        const value = await work(w, operationId ?? undefined)
        if (kind === 'step') pace.took(performance.now() - from)
        return {
          value,
          ...(value.cursor === undefined ? {} : { cursor: value.cursor }),
          ...(value.operationId === 0 ? {} : { operationId: value.operationId }),
        }
      })
      if (value.operationId !== 0) operationId = value.operationId
      await pace.rest()
      return value
    },
  }

  async function run(): Promise<JobEnd> {
    if (cursor.isUndoing || cancelRequested() === 'undo') return takenBack()
    const source = await store.read((r) => sourceById(r, sourceId))
    // Disconnected by a run that ended before it could report that.
    if (source === null) return takenBack()
    await requireThere(source)
    await addNewLanguages(source)
    await sources.readIn({ projectId, source, reading })
    signal.throwIfAborted()
    const stopped = cancelRequested()
    // A folder that disappeared while it was read looks as if it had contained less.
    if (stopped === null) await requireThere(source)
    if (stopped === 'undo') return takenBack()
    if (stopped === 'keep') await sources.disconnect(store.write, sourceId)
    if (stopped === null && countAsReviewed)
      await step(async (w) => {
        await reviewAfter(w, jobs, job)(operationId)
        return {}
      })
    return { state: stopped === null ? 'done' : 'cancelled', result: await resultOf() }
  }

  async function addNewLanguages(source: SourceRow): Promise<void> {
    const operation = {
      projectId,
      kind: 'import' as const,
      by: syncOf(source),
      at: now().toISOString(),
      origin: sourceOrigin(source),
    }
    const known = new Set((await store.read((r) => listLanguages(r, projectId))).map(({ tag }) => tag))
    const tags = languages.filter((tag) => !known.has(tag))
    if (tags.length === 0) return
    const next: Cursor = { ...cursor, languagesAdded: [...cursor.languagesAdded, ...tags] }
    await reading.write(async (w, continues) => {
      const added = await addLanguages(w, {
        ...operation,
        tags,
        ...(continues === undefined ? {} : { continues }),
      })
      if (!added.ok) throw new Error('Languages were refused')
      return { operationId: added.operationId, cursor: next }
    })
    cursor = next
  }

  async function takenBack(): Promise<JobEnd> {
    await undo()
    return { state: 'cancelled' }
  }

  /** Disconnects the source first: what is undone in the catalog must not be written to its files. */
  async function undo(): Promise<void> {
    await sources.disconnect(store.write, sourceId)
    if (operationId !== null) {
      report({ detail: null })
      await undoInSteps(context, {
        pace,
        request: { projectId, operationId, at: now().toISOString() },
        by: async (w) => actsFreely((await cancellerOf(w, job)).actor),
        undoId: cursor.undo,
        cursorFor: (id) => ({ ...cursor, undo: id, isUndoing: true }),
      })
    }
  }

  async function resultOf(): Promise<JobResult> {
    const { files, summary } = await store.read(async (r) => ({
      files: await listFiles(r, { sourceId }),
      summary:
        operationId === null ? null : ((await operationById(r, projectId, operationId))?.summary ?? null),
    }))
    return {
      files: new Set(files.map(({ path }) => path)).size,
      keysAdded: summary?.keysAdded ?? 0,
      translations: summary?.translations ?? 0,
      languagesAdded: [...cursor.languagesAdded],
      keptNewer: 0,
    }
  }

  return { run, undo }
}
