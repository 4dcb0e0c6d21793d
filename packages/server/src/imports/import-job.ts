import { access, rm } from 'node:fs/promises'
import { Failure, type JobResult } from '@dragoman/contract'
import { addLanguages, listLanguages, lockProject, projectById, type Reader } from '@dragoman/store'
import { starterOf } from '../access/requester-of.ts'
import { reviewAfter } from '../areas/review/review-imported-job.ts'
import { failureOfRefusals } from '../areas/run-operation.ts'
import type { Deps } from '../deps.ts'
import type { JobContext, JobEnd, JobKind } from '../jobs/job-kind.ts'
import { type JobOperation, openJobOperation } from '../jobs/job-operation.ts'
import { runUntilCancelled } from '../jobs/run-until-cancelled.ts'
import { IMPORT } from './import-type.ts'
import { keepUploadedFile } from './keep-uploaded-file.ts'
import { openNewerWork } from './newer-work.ts'
import { type Prepared, readChunk } from './prepare-import.ts'
import { writeUnits } from './write-units.ts'

/** The progress of the import, counted in keys of files, so that it is valid for any step size. */
type Cursor = {
  readonly chunk: number
  readonly offset: number
  readonly keptNewer: number
  readonly languagesAdded: readonly string[]
}

const START: Cursor = { chunk: 0, offset: 0, keptNewer: 0, languagesAdded: [] }

type ImportDeps = Pick<Deps, 'store' | 'now' | 'workers' | 'lastRequestMs' | 'jobs'>

/** Imports an upload as one operation, in many short transactions, and continues after a crash. */
export function importJob(deps: ImportDeps): JobKind<'import'> {
  return {
    kind: IMPORT.kind,
    afterCrash: 'run-again',
    maxAttempts: 5,
    run: (context) => runImport(deps, context),
    abandon: (context) => openJobOperation(deps, context, START).abandon(),
  }
}

async function runImport(deps: ImportDeps, context: JobContext): Promise<JobEnd> {
  const { store, jobs } = deps
  const { job, step, report, signal, cancelRequested } = context
  const { projectId } = job
  const { folder, countAsReviewed } = IMPORT.payloadOf(job)
  const operation = openJobOperation(deps, context, START)
  const tidy = () => rm(folder, { recursive: true, force: true })
  const takeBack = async (): Promise<JobEnd> => ({ ...(await operation.takeBack()), tidy })
  if ((await store.read((r) => projectById(r, projectId))) === null)
    throw new Failure('gone', { what: 'project' })
  if (operation.isUndoing()) return takeBack()
  await requireUpload(folder)
  const prepared = await prepare(deps, context)
  if (cancelRequested() === 'undo') return takeBack()
  // If it had not written anything yet, it does not add the languages either.
  if (prepared === null || (job.cursor === null && cancelRequested() !== null))
    return { state: 'cancelled', result: await resultOf(operation, prepared), tidy }
  const parts = { deps, context, operation, prepared }
  if (job.cursor === null) await addNewLanguages(parts)
  await writeChunks(parts)
  const stopped = cancelRequested()
  if (stopped === 'undo') return takeBack()
  if (stopped === null)
    for (const file of prepared.files.filter(({ parts }) => parts.length > 0)) {
      report({ detail: file.path })
      signal.throwIfAborted()
      const importedBy = (r: Reader) => starterOf(r, job)
      await keepUploadedFile(step, { projectId, folder, file, operationId: operation.id(), importedBy })
    }
  if (stopped === null && countAsReviewed === true)
    await step(async (w) => {
      await reviewAfter(w, jobs, job)(operation.id())
      return {}
    })
  const result = await resultOf(operation, prepared)
  return { state: stopped === null ? 'done' : 'cancelled', result, tidy }
}

/** Reads the files in another thread; null if the job is cancelled meanwhile. */
function prepare({ workers }: ImportDeps, context: JobContext): Promise<Prepared | null> {
  const { job, report } = context
  const { folder, placements } = IMPORT.payloadOf(job)
  return runUntilCancelled(context, (signal) =>
    workers.run(
      'prepareImport',
      { projectId: job.projectId, folder, placements: [...placements] },
      { signal, onProgress: (_done, _total, detail) => report({ detail }) },
    ),
  )
}

function resultOf(operation: JobOperation<Cursor>, prepared: Prepared | null): Promise<JobResult> {
  const { keptNewer, languagesAdded } = operation.cursor()
  const files = prepared?.files.length ?? 0
  return operation.result({ files, languagesAdded: [...languagesAdded], keptNewer })
}

type ImportParts = {
  readonly deps: ImportDeps
  readonly context: JobContext
  readonly operation: JobOperation<Cursor>
  readonly prepared: Prepared
}

async function addNewLanguages({ deps, context, operation, prepared }: ImportParts): Promise<void> {
  const { job } = context
  const { projectId } = job
  const cursor = operation.cursor()
  const progress = { done: 0, total: prepared.units }
  await operation.write(async (w) => {
    await lockProject(w, projectId)
    const known = new Set((await listLanguages(w, projectId)).map(({ tag }) => tag))
    const tags = prepared.languages.filter((tag) => !known.has(tag))
    if (tags.length === 0) return { operationId: 0, cursor, progress }
    const result = await addLanguages(w, {
      projectId,
      tags,
      kind: 'import',
      by: await starterOf(w, job),
      at: deps.now().toISOString(),
      origin: originOf(prepared),
    })
    if (!result.ok) throw failureOfRefusals(result.refusals)
    return { operationId: result.operationId, cursor: { ...cursor, languagesAdded: tags }, progress }
  })
}

/** Writes the keys of all files, until the job is cancelled. */
async function writeChunks({ deps, context, operation, prepared }: ImportParts): Promise<void> {
  const { job, cancelRequested } = context
  const { folder, mode } = IMPORT.payloadOf(job)
  const newerWork = openNewerWork(job)
  let { done } = job
  let { chunk: index, offset } = operation.cursor()
  for (; index < prepared.chunks && cancelRequested() === null; index += 1, offset = 0) {
    const chunk = await readChunk(folder, index)
    while (offset < chunk.units.length && cancelRequested() === null) {
      const units = chunk.units.slice(offset, offset + operation.size())
      done += units.length
      offset += units.length
      const next = { ...operation.cursor(), chunk: index, offset }
      await operation.write(async (w) => {
        const { keptNewer, operationId } = await writeUnits(w, {
          projectId: job.projectId,
          chunk,
          units,
          mode,
          by: await starterOf(w, job),
          at: deps.now().toISOString(),
          origin: originOf(prepared),
          continues: operation.id(),
          newerWork,
        })
        return {
          operationId,
          cursor: { ...next, keptNewer: next.keptNewer + keptNewer },
          progress: { done, detail: chunk.path },
        }
      })
    }
  }
}

/** Throws `not-found` if the uploaded files are no longer kept. */
async function requireUpload(folder: string): Promise<void> {
  await access(folder).catch(() => {
    throw new Failure('not-found', { what: 'upload' })
  })
}

/** Returns the origin shown in the activity: the file's name, or the number of files. */
function originOf({ files }: Prepared): string {
  const [first] = files
  return files.length === 1 && first ? first.path : `${files.length} files`
}
