import { access, rm } from 'node:fs/promises'
import { Failure, type JobResult } from '@dragoman/contract'
import {
  addLanguages,
  listLanguages,
  lockProject,
  operationById,
  projectById,
  type Requester,
  type Writer,
} from '@dragoman/store'
import { actsFreely, cancellerOf, starterOf } from '../access/requester-of.ts'
import { reviewAfter } from '../areas/review/review-imported-job.ts'
import { failureOfRefusals } from '../areas/run-operation.ts'
import type { Deps } from '../deps.ts'
import type { JobContext, JobEnd, JobKind } from '../jobs/job-kind.ts'
import { openPace } from '../jobs/pace.ts'
import { undoInSteps } from '../jobs/undo-in-steps.ts'
import { keepUploadedFile } from './keep-uploaded-file.ts'
import { type Prepared, type PreparedUnit, readChunk } from './prepare-import.ts'
import { writeUnits } from './write-units.ts'

export type ImportPayload = {
  readonly folder: string
  readonly mode: 'overwrite' | 'fill'
  readonly placements: readonly {
    readonly file: number
    readonly language?: string | undefined
    readonly namespace?: string | undefined
    readonly format?: string | undefined
    readonly leaveOut?: boolean | undefined
  }[]
  /** What is imported counts as reviewed. */
  readonly countAsReviewed?: boolean | undefined
}

/** The progress of the import, counted in keys of files, so that it is valid for any step size. */
type Cursor = {
  readonly chunk: number
  readonly offset: number
  readonly files: number
  readonly keptNewer: number
  readonly languagesAdded: readonly string[]
  /** The operation that undoes the import, once that was requested. */
  readonly undo: number | null
  readonly undoing: boolean
}

const START: Cursor = {
  chunk: 0,
  offset: 0,
  files: 0,
  keptNewer: 0,
  languagesAdded: [],
  undo: null,
  undoing: false,
}

type ImportDeps = Pick<Deps, 'store' | 'now' | 'workers' | 'lastRequestMs' | 'jobs'>

/** Imports an upload as one operation, in many short transactions, and continues after a crash. */
export function importJob(deps: ImportDeps): JobKind<'import'> {
  const take = (context: JobContext) => openImportRun(deps, context)
  return {
    kind: 'import',
    afterCrash: 'run-again',
    maxAttempts: 5,
    run: (context) => take(context).run(),
    abandon: (context) => take(context).abandon(),
  }
}

function openImportRun({ store, now, workers, lastRequestMs, jobs }: ImportDeps, context: JobContext) {
  const { job, step, report, signal, cancelRequested } = context
  const { projectId } = job
  const payload = job.payload as ImportPayload // written by the handler that added the job
  let cursor = (job.cursor ?? START) as Cursor // written below
  let operationId = job.operationId
  const pace = openPace(lastRequestMs)

  /** Runs one transaction of the import: writes, and stores the progress. */
  async function advance(
    done: number,
    write: (w: Writer) => Promise<{ readonly operationId: number; readonly cursor: Cursor }>,
    more: { readonly total?: number; readonly detail?: string | null } = {},
  ): Promise<void> {
    signal.throwIfAborted()
    let ms = 0
    const noted = await step(async (w) => {
      const from = performance.now()
      const written = await write(w)
      ms = performance.now() - from
      return {
        done,
        ...more,
        cursor: written.cursor,
        ...(written.operationId === 0 ? {} : { operationId: written.operationId }),
      }
    })
    cursor = noted.cursor
    if (noted.operationId !== undefined) operationId = noted.operationId
    pace.took(ms)
    await pace.rest()
  }

  async function addNewLanguages(prepared: Prepared): Promise<void> {
    await advance(
      0,
      async (w) => {
        await lockProject(w, projectId)
        const known = new Set((await listLanguages(w, projectId)).map(({ tag }) => tag))
        const tags = prepared.languages.filter((tag) => !known.has(tag))
        if (tags.length === 0) return { operationId: 0, cursor }
        const at = now().toISOString()
        const result = await addLanguages(w, {
          projectId,
          tags,
          kind: 'import',
          by: await starterOf(w, job),
          at,
          origin: originOf(prepared),
        })
        if (!result.ok) throw failureOfRefusals(result.refusals)
        return { operationId: result.operationId, cursor: { ...cursor, languagesAdded: tags } }
      },
      { total: prepared.units },
    )
  }

  async function writeChunk(prepared: Prepared, done: number): Promise<number> {
    const chunk = await readChunk(payload.folder, cursor.chunk)
    let written = done
    while (cursor.offset < chunk.units.length) {
      if (cancelRequested() !== null) return written
      const units: readonly PreparedUnit[] = chunk.units.slice(cursor.offset, cursor.offset + pace.size())
      written += units.length
      await advance(
        written,
        async (w) => {
          const { keptNewer, ...result } = await writeUnits(w, {
            projectId,
            chunk,
            units,
            mode: payload.mode,
            by: await starterOf(w, job),
            at: now().toISOString(),
            origin: originOf(prepared),
            continues: operationId,
          })
          const next = {
            ...cursor,
            offset: cursor.offset + units.length,
            keptNewer: cursor.keptNewer + keptNewer,
          }
          return { operationId: result.operationId, cursor: next }
        },
        { detail: chunk.path },
      )
    }
    cursor = { ...cursor, chunk: cursor.chunk + 1, offset: 0 }
    return written
  }

  async function keepFiles(prepared: Prepared): Promise<void> {
    for (const file of prepared.files.slice(cursor.files)) {
      report({ detail: file.path })
      signal.throwIfAborted()
      await keepUploadedFile(step, { projectId, folder: payload.folder, file })
      cursor = { ...cursor, files: cursor.files + 1 }
    }
  }

  async function undo(by: (w: Writer) => Promise<Requester>): Promise<void> {
    if (operationId === null) return
    const target = operationId
    report({ detail: null })
    await undoInSteps(context, {
      pace,
      request: { projectId, operationId: target, at: now().toISOString() },
      by,
      undoId: cursor.undo,
      cursorFor: (id) => ({ ...cursor, undo: id, undoing: true }),
    })
  }

  function resultOf(
    prepared: Prepared,
    counts: { readonly keysAdded: number; readonly translations: number },
  ): JobResult {
    const { keptNewer, languagesAdded } = cursor
    return { files: prepared.files.length, ...counts, languagesAdded: [...languagesAdded], keptNewer }
  }

  async function run(): Promise<JobEnd> {
    if ((await store.read((r) => projectById(r, projectId))) === null)
      throw new Failure('gone', { what: 'project' })
    if (cursor.undoing) return takenBack()
    const { folder, placements } = payload
    await requireUpload(folder)
    const prepared = await workers.run(
      'prepareImport',
      { projectId, folder, placements: [...placements] },
      { signal, onProgress: (_done, _total, detail) => report({ detail }) },
    )
    if (cancelRequested() === 'undo') return takenBack()
    if (job.cursor === null) await addNewLanguages(prepared)
    let done = job.done
    while (cursor.chunk < prepared.chunks && cancelRequested() === null)
      done = await writeChunk(prepared, done)
    const stopped = cancelRequested()
    if (stopped === 'undo') return takenBack()
    if (stopped === null) await keepFiles(prepared)
    if (stopped === null && payload.countAsReviewed === true)
      await step(async (w) => {
        await reviewAfter(w, jobs, job)(operationId)
        return {}
      })
    const result = resultOf(prepared, await counted())
    return { state: stopped === null ? 'done' : 'cancelled', result, tidy: removeUpload }
  }

  async function takenBack(): Promise<JobEnd> {
    await undo((w) => cancellerOf(w, job))
    return { state: 'cancelled', tidy: removeUpload }
  }

  const removeUpload = () => rm(payload.folder, { recursive: true, force: true })

  async function counted(): Promise<{ readonly keysAdded: number; readonly translations: number }> {
    if (operationId === null) return { keysAdded: 0, translations: 0 }
    const id = operationId
    const operation = await store.read((r) => operationById(r, projectId, id))
    return {
      keysAdded: operation?.summary.keysAdded ?? 0,
      translations: operation?.summary.translations ?? 0,
    }
  }

  return {
    run,
    /** The job might have done more than its starter can undo now. */
    abandon: () => undo(async () => actsFreely(job.startedBy)),
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
