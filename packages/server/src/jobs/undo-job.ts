import { Failure } from '@dragoman/contract'
import { operationById } from '@dragoman/store'
import { starterOf } from '../access/requester-of.ts'
import type { Deps } from '../deps.ts'
import type { JobKind } from './job-kind.ts'
import { type JobType, jobType } from './job-type.ts'
import { openPace } from './pace.ts'
import { type UndoProgress, undoInSteps } from './undo-in-steps.ts'

export const UNDO: JobType<'undo', { readonly operationId: number; readonly at: string }> = jobType('undo')

/** Undoes a large operation in many short transactions; if cancelled, leaves the rest as it is. */
export function undoJob({ store, lastRequestMs }: Pick<Deps, 'store' | 'lastRequestMs'>): JobKind<'undo'> {
  return {
    kind: UNDO.kind,
    afterCrash: 'run-again',
    maxAttempts: 5,
    async run(context) {
      const { job } = context
      const { projectId } = job
      const { operationId, at } = UNDO.payloadOf(job)
      const cursor = (job.cursor ?? {}) as Partial<UndoProgress> // written below
      const operation = await store.read((r) => operationById(r, projectId, operationId))
      if (operation === null) throw new Failure('gone', { what: 'operation' })
      const { keysAdded, keysRemoved, keysEdited, translations } = operation.summary
      context.report({ total: keysAdded + keysRemoved + keysEdited + translations })
      const isWhole = await undoInSteps(context, {
        pace: openPace(lastRequestMs),
        request: { projectId, operationId, at },
        by: (w) => starterOf(w, job),
        progress: { undoId: job.operationId, after: cursor.after ?? null },
        cursorFor: (progress) => progress,
        isOwn: true,
      })
      return { state: isWhole ? 'done' : 'cancelled' }
    },
  }
}
