import { type Requester, type UndoCursor, undoOperation, type Writer } from '@dragoman/store'
import { failureOfRefusals } from '../areas/run-operation.ts'
import type { JobContext } from './job-kind.ts'
import type { Pace } from './pace.ts'

export type UndoProgress = {
  /** The undo operation; null: it was not started. */
  readonly undoId: number | null
  /** How far the operation to be undone was read; null: continue from its beginning. */
  readonly after: UndoCursor | null
}

export type UndoRequest = {
  readonly pace: Pace
  readonly request: {
    readonly projectId: number
    readonly operationId: number
    readonly at: string
  }
  /** Who undoes it, checked in each step. */
  readonly by: (w: Writer) => Promise<Requester>
  /** What earlier runs of the job have done. */
  readonly progress: UndoProgress
  /** Returns the cursor to store after a step of the operation. */
  readonly cursorFor: (progress: UndoProgress) => unknown
  /** The job's operation is the undo, not the operation to be undone. Then cancelling the job stops it. */
  readonly isOwn?: boolean
}

/**
 * Undoes an operation in small steps, as one operation; later changes by others are kept. Returns false if it was
 * cancelled before its end. Stops between two steps at the job's signal.
 */
export async function undoInSteps(
  { job, step, signal, cancelRequested }: JobContext,
  { pace, request, by, progress: earlier, cursorFor, isOwn = false }: UndoRequest,
): Promise<boolean> {
  let progress = earlier
  let { done } = job
  // What is undone can make more possible: it ends when it was read from the beginning to the end without a change.
  let isChanged = earlier.after !== null
  for (;;) {
    signal.throwIfAborted()
    // A job that takes back what it did has been cancelled, too.
    if (isOwn && cancelRequested() !== null) return false
    const limit = pace.size()
    let ms = 0
    const { undone, next } = await step(async (w) => {
      const from = performance.now()
      const { operationId: undone, after } = await undoSome(w, { request, by: await by(w), progress, limit })
      ms = performance.now() - from
      const next = { undoId: progress.undoId ?? (undone === 0 ? null : undone), after }
      return {
        undone,
        next,
        ...(job.unit === 'files' || undone === 0 ? {} : { done: done + limit }),
        ...(next.undoId === null
          ? {}
          : { cursor: cursorFor(next), ...(isOwn ? { operationId: next.undoId } : {}) }),
      }
    })
    progress = next
    if (undone !== 0) {
      isChanged = true
      done += limit
      pace.took(ms)
    }
    if (progress.after === null) {
      if (!isChanged) return true
      isChanged = false
    }
    await pace.rest()
  }
}

async function undoSome(
  w: Writer,
  {
    request,
    by,
    progress: { undoId, after },
    limit,
  }: Pick<UndoRequest, 'request' | 'progress'> & { readonly by: Requester; readonly limit: number },
) {
  const result = await undoOperation(w, {
    ...request,
    by,
    keepNewer: 'keep',
    limit,
    after,
    ...(undoId === null ? {} : { continues: undoId }),
  })
  if ('newer' in result) throw new Error('An undo that keeps what is newer was refused')
  if (!result.ok) throw failureOfRefusals(result.refusals)
  return result
}
