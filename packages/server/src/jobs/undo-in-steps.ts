import { type Requester, undoOperation, type Writer } from '@dragoman/store'
import { failureOfRefusals } from '../areas/run-operation.ts'
import type { JobContext } from './job-kind.ts'
import type { Pace } from './pace.ts'

export type UndoRequest = {
  readonly pace: Pace
  readonly request: {
    readonly projectId: number
    readonly operationId: number
    readonly at: string
  }
  /** Who undoes it, checked in each step. */
  readonly by: (w: Writer) => Promise<Requester>
  /** The undo operation that an earlier run of the job started. */
  readonly undoId: number | null
  /** Returns the cursor to store after a step of the operation. */
  readonly cursorFor: (undoId: number) => unknown
  /** The job's operation is the undo, not the operation to be undone. Then cancelling the job stops it. */
  readonly isOwn?: boolean
}

/**
 * Undoes an operation in small steps, as one operation; later changes by others are kept. Returns false if it was
 * cancelled before its end. Stops between two steps at the job's signal.
 */
export async function undoInSteps(
  { job, step, signal, cancelRequested }: JobContext,
  { pace, request, by, undoId, cursorFor, isOwn = false }: UndoRequest,
): Promise<boolean> {
  let continues = undoId
  for (let done = job.done; ; ) {
    signal.throwIfAborted()
    // A job that takes back what it did has been cancelled, too.
    if (isOwn && cancelRequested() !== null) return false
    const limit = pace.size()
    let ms = 0
    const { undone } = await step(async (w) => {
      const from = performance.now()
      const result = await undoOperation(w, {
        ...request,
        by: await by(w),
        keepNewer: 'keep',
        limit,
        ...(continues === null ? {} : { continues }),
      })
      if ('newer' in result) throw new Error('An undo that keeps what is newer was refused')
      if (!result.ok) throw failureOfRefusals(result.refusals)
      ms = performance.now() - from
      const undone = result.operationId
      return {
        undone,
        ...(job.unit === 'files' ? {} : { done: done + limit }),
        ...(undone === 0 ? {} : { cursor: cursorFor(undone), ...(isOwn ? { operationId: undone } : {}) }),
      }
    })
    if (undone === 0) return true
    continues = undone
    done += limit
    pace.took(ms)
    await pace.rest()
  }
}
