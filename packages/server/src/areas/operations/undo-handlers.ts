import { Failure, type OperationReply } from '@dragoman/contract'
import {
  jobOfOperation,
  operationById,
  type ProjectRow,
  planUndo,
  type Reader,
  undoOperation,
  type Writer,
} from '@dragoman/store'
import { requesterOf } from '../../access/requester-of.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { UNDO } from '../../jobs/undo-job.ts'
import { operationOfJob, runAsJob } from '../run-as-job.ts'
import { type Done, doneOf } from '../run-operation.ts'
import { PREVIEW_LIMIT, presentPlan, undoPlanOf } from './undo-plan.ts'

/**
 * Operations with more changes than this are undone in a job, so that only the person who asked has to wait.
 */
const LARGE_UNDO = 1000

/** Undoing one operation, or several. */
export function undoHandlers(deps: Deps): Pick<Handlers['operations'], 'undo' | 'undoMany'> {
  const { store, now } = deps
  type Large = { readonly projectId: number; readonly operationId: number }
  /** Throws `still-running` while a job is still writing the operation. */
  async function largeUndo(r: Reader, project: ProjectRow, operationId: number): Promise<Large | null> {
    const operation = await operationById(r, project.id, operationId)
    if (operation === null) throw new Failure('not-found', { what: 'operation' })
    if (await jobOfOperation(r, operation.id)) throw new Failure('still-running')
    const { keysAdded, keysRemoved, keysEdited, translations } = operation.summary
    const changes = keysAdded + keysRemoved + keysEdited + translations
    return changes > LARGE_UNDO ? { projectId: project.id, operationId: operation.id } : null
  }
  async function undoAsJob(
    caller: Caller,
    { projectId, operationId }: Large,
    { keepNewer }: { readonly keepNewer: boolean },
  ) {
    if (!keepNewer) {
      const plan = await store.read((r) => planUndo(r, projectId, operationId, PREVIEW_LIMIT))
      if (plan && plan.newerTotal > 0)
        throw new Failure('changed-since', { count: plan.newerTotal }, { current: presentPlan(plan) })
    }
    const payload = { operationId, at: now().toISOString() }
    const job = await runAsJob(deps, caller, UNDO, { projectId, payload, dedupeKey: `undo ${operationId}` })
    return operationOfJob(deps, job)
  }
  return {
    async undoMany({ body, caller, read, write }) {
      const large = await read(async (r, { project }) => {
        for (const id of body.operations) if (await largeUndo(r, project, id)) return true
        return false
      })
      if (large) throw new Failure('too-large', { limit: LARGE_UNDO })
      return write(async (w, { project }) => {
        const done: OperationReply[] = []
        // Newest first, so that what a later operation wrote does not block the undo of an earlier one.
        for (const operationId of [...new Set(body.operations)].sort((a, b) => b - a)) {
          const undone = await undoOne(w, {
            projectId: project.id,
            operationId,
            by: requesterOf(caller, project.id),
            at: now().toISOString(),
            keepNewer: body.keepNewer ? 'keep' : 'refuse',
          })
          if (undone.operation !== null) done.push(undone.operation)
        }
        return { operations: done }
      })
    },

    async undo({ params, body, caller, read, write }) {
      const large = await read((r, { project }) => largeUndo(r, project, params.operation))
      if (large !== null) return undoAsJob(caller, large, { keepNewer: body.keepNewer })
      return write(async (w, { project }) => {
        return undoOne(w, {
          projectId: project.id,
          operationId: params.operation,
          by: requesterOf(caller, project.id),
          at: now().toISOString(),
          keepNewer: body.keepNewer ? 'keep' : 'refuse',
        })
      })
    },
  }
}

async function undoOne(w: Writer, request: Parameters<typeof undoOperation>[1]): Promise<Done> {
  await undoPlanOf(w, request.projectId, request.operationId)
  const result = await undoOperation(w, request)
  if ('newer' in result) {
    throw new Failure(
      'changed-since',
      { count: result.newer.newerTotal },
      { current: presentPlan(result.newer) },
    )
  }
  return doneOf(w, request.projectId, result)
}
