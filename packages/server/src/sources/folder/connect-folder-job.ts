import {
  addLanguages,
  type JobRow,
  listFiles,
  listLanguages,
  type SourceRow,
  sourceById,
} from '@dragoman/store'
import { actsFreely, cancellerOf } from '../../access/requester-of.ts'
import { reviewAfter } from '../../areas/review/review-imported-job.ts'
import type { Deps } from '../../deps.ts'
import type { JobContext, JobEnd, JobKind } from '../../jobs/job-kind.ts'
import { type JobOperation, openJobOperation } from '../../jobs/job-operation.ts'
import type { Reading } from '../../sync/run/reading.ts'
import { sourceOrigin, syncOf } from '../../sync/run/sync-of.ts'
import { type AgainDeps, prepareConnectAgain } from '../connect-again.ts'
import { CONNECT } from '../connect-job.ts'
import { requireFolder } from './require-folder.ts'

type Cursor = { readonly languagesAdded: readonly string[] }

const START: Cursor = { languagesAdded: [] }

type ConnectDeps = Pick<Deps, 'sources' | 'lastRequestMs' | 'jobs'> & AgainDeps

/**
 * Reads in a connected folder. After a crash it starts again: a file and what the catalog took from it are
 * one transaction, so nothing is done twice. When cancelled, it disconnects the folder and, if requested,
 * undoes what it has read; when it fails permanently, it does both.
 */
export function connectFolderJob(deps: ConnectDeps): JobKind<'connect-folder'> {
  return {
    kind: CONNECT.kind,
    afterCrash: 'run-again',
    maxAttempts: 5,
    run: (context) => runConnect(deps, context),
    abandon: (context) => undo(deps, context, openJobOperation(deps, context, START)),
    prepareAgain: (job, caller) => prepareConnectAgain(deps, job, caller),
  }
}

/** Throws if a folder is missing. A repository is reached when it is read in. */
async function requireThere(source: SourceRow): Promise<void> {
  if (source.kind === 'folder') await requireFolder(source.folder)
}

async function runConnect(deps: ConnectDeps, context: JobContext): Promise<JobEnd> {
  const { store, sources, jobs } = deps
  const { job, step, signal, cancelRequested } = context
  const { projectId } = job
  const { sourceId, countAsReviewed = false } = CONNECT.payloadOf(job)
  const operation = openJobOperation(deps, context, START)
  const takeBack = async (): Promise<JobEnd> => {
    await undo(deps, context, operation)
    return { state: 'cancelled' }
  }
  // If it has not read anything yet, there is nothing to keep: it does not add the languages either.
  const hasNothing = operation.id() === null && cancelRequested() !== null
  if (operation.isUndoing() || cancelRequested() === 'undo' || hasNothing) return takeBack()
  const source = await store.read((r) => sourceById(r, sourceId))
  // Disconnected by a run that ended before it could report that.
  if (source === null) return takeBack()
  await requireThere(source)
  await addNewLanguages(deps, job, { source, operation })
  await sources.readIn({ projectId, source, reading: readingFor(context, operation) })
  signal.throwIfAborted()
  const stopped = cancelRequested()
  // A folder that disappeared while it was read looks as if it had contained less.
  if (stopped === null) await requireThere(source)
  if (stopped === 'undo') return takeBack()
  if (stopped === 'keep') await sources.disconnect(store.write, sourceId)
  if (stopped === null && countAsReviewed)
    await step(async (w) => {
      await reviewAfter(w, jobs, job)(operation.id())
      return {}
    })
  const files = await store.read((r) => listFiles(r, { sourceId }))
  const result = await operation.result({
    files: new Set(files.map(({ path }) => path)).size,
    languagesAdded: [...operation.cursor().languagesAdded],
  })
  return { state: stopped === null ? 'done' : 'cancelled', result }
}

function readingFor(
  { report, signal, cancelRequested }: JobContext,
  operation: JobOperation<Cursor>,
): Reading {
  let done = 0
  return {
    isStopped: () => signal.aborted || cancelRequested() !== null,
    found: (files) => report({ done, total: files }),
    reads: (path) => report({ detail: path }),
    hasRead(files) {
      done += files
      report({ done })
    },
    hasPartlyRead: (files) => report({ done: done + files }),
    operationId: operation.id,
    stepSize: operation.size,
    write: (work, kind = 'whole') =>
      operation.write((w) => work(w, operation.id() ?? undefined), { isSized: kind === 'step' }),
  }
}

async function addNewLanguages(
  { store, now }: ConnectDeps,
  job: JobRow,
  { source, operation }: { readonly source: SourceRow; readonly operation: JobOperation<Cursor> },
): Promise<void> {
  const { projectId } = job
  const { languages } = CONNECT.payloadOf(job)
  const known = new Set((await store.read((r) => listLanguages(r, projectId))).map(({ tag }) => tag))
  const tags = languages.filter((tag) => !known.has(tag))
  if (tags.length === 0) return
  const cursor = operation.cursor()
  const continues = operation.id()
  await operation.write(
    async (w) => {
      const added = await addLanguages(w, {
        projectId,
        kind: 'import',
        by: syncOf(source),
        at: now().toISOString(),
        origin: sourceOrigin(source),
        tags,
        ...(continues === null ? {} : { continues }),
      })
      if (!added.ok) throw new Error('Languages were refused')
      return {
        operationId: added.operationId,
        cursor: { ...cursor, languagesAdded: [...cursor.languagesAdded, ...tags] },
      }
    },
    { isSized: false },
  )
}

/** Disconnects the source first: what is undone in the catalog must not be written to its files. */
async function undo(
  { store, sources }: ConnectDeps,
  { job }: JobContext,
  operation: JobOperation<Cursor>,
): Promise<void> {
  const { sourceId } = CONNECT.payloadOf(job)
  await sources.disconnect(store.write, sourceId)
  await operation.undo(async (w) => actsFreely((await cancellerOf(w, job)).actor))
}
