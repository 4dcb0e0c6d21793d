import type { JobResult } from '@dragoman/contract'
import { type JobChange, operationById, type Requester, type Writer } from '@dragoman/store'
import { actsFreely, cancellerOf } from '../access/requester-of.ts'
import type { Deps } from '../deps.ts'
import type { JobContext, JobEnd } from './job-kind.ts'
import { openPace } from './pace.ts'
import { type UndoProgress, undoInSteps } from './undo-in-steps.ts'

/** What one transaction has done; operation 0: it changed nothing. Without a cursor, the job stays where it is. */
export type Written<Cursor> = {
  readonly operationId: number
  readonly cursor?: Cursor
  readonly progress?: Pick<JobChange, 'done' | 'total' | 'detail'>
}

/** The one operation that a job writes in many short transactions, and undoes if asked to. */
export type JobOperation<Cursor> = {
  /** Where the job continues, as of the last transaction. */
  readonly cursor: () => Cursor
  /** The operation; null: nothing was written yet. */
  readonly id: () => number | null
  /** How many changes to make in the next transaction. */
  readonly size: () => number
  /**
   * Runs one transaction of the job, and stores its progress with it. Its duration determines the size of the next
   * one, unless `isSized` is false.
   */
  readonly write: <T extends Written<Cursor>>(
    work: (w: Writer) => Promise<T>,
    how?: { readonly isSized: boolean },
  ) => Promise<T>
  /** Whether an earlier run of the job began to undo it. */
  readonly isUndoing: () => boolean
  /** Undoes what was written; `by` is who does so, checked in each transaction. */
  readonly undo: (by: (w: Writer) => Promise<Requester>) => Promise<void>
  /** Undoes it on behalf of the person who cancelled the job. */
  readonly takeBack: () => Promise<JobEnd>
  /** Undoes it because the job failed; that might be more than its starter can undo now. */
  readonly abandon: () => Promise<void>
  /** Returns the result of the job as of now. */
  readonly result: (more: Partial<JobResult>) => Promise<JobResult>
}

/** Part of the cursor: the operation that undoes this one, and how far it has come; absent before. */
type UndoOfJob = { readonly undo?: number | null; readonly undoneTo?: UndoProgress['after'] }

export function openJobOperation<Cursor extends object>(
  { store, now, lastRequestMs }: Pick<Deps, 'store' | 'now' | 'lastRequestMs'>,
  context: JobContext,
  start: Cursor,
): JobOperation<Cursor> {
  const { job, step, report, signal } = context
  const { projectId } = job
  const pace = openPace(lastRequestMs)
  let cursor = (job.cursor ?? start) as Cursor & UndoOfJob // written below
  let id = job.operationId

  async function undo(by: (w: Writer) => Promise<Requester>): Promise<void> {
    if (id === null) return
    report({ detail: null })
    await undoInSteps(context, {
      pace,
      request: { projectId, operationId: id, at: now().toISOString() },
      by,
      progress: { undoId: cursor.undo ?? null, after: cursor.undoneTo ?? null },
      cursorFor: ({ undoId, after }): Cursor & UndoOfJob => ({ ...cursor, undo: undoId, undoneTo: after }),
    })
  }

  return {
    cursor: () => cursor,
    id: () => id,
    size: pace.size,
    async write(work, { isSized } = { isSized: true }) {
      signal.throwIfAborted()
      let ms = 0
      const { value } = await step(async (w) => {
        const startMs = performance.now()
        const value = await work(w)
        ms = performance.now() - startMs
        const { operationId, cursor, progress } = value
        return {
          value,
          ...progress,
          ...(cursor === undefined ? {} : { cursor }),
          ...(operationId === 0 ? {} : { operationId }),
        }
      })
      cursor = value.cursor ?? cursor
      if (value.operationId !== 0) id = value.operationId
      if (isSized) pace.took(ms)
      await pace.rest()
      return value
    },
    isUndoing: () => (cursor.undo ?? null) !== null,
    undo,
    async takeBack() {
      await undo((w) => cancellerOf(w, job))
      return { state: 'cancelled' }
    },
    abandon: () => undo(async () => actsFreely(job.startedBy)),
    async result(more) {
      const operation = id
      const summary =
        operation === null ? null : (await store.read((r) => operationById(r, projectId, operation)))?.summary
      return {
        files: 0,
        keysAdded: summary?.keysAdded ?? 0,
        translations: summary?.translations ?? 0,
        languagesAdded: [],
        keptNewer: 0,
        ...more,
      }
    },
  }
}
