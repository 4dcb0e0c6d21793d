import { Failure, type JobKindName } from '@dragoman/contract'
import { projectById, type Requester, type Writer } from '@dragoman/store'
import { starterOf } from '../access/requester-of.ts'
import type { Deps } from '../deps.ts'
import type { JobContext, JobEnd, JobKind } from './job-kind.ts'
import { openJobOperation } from './job-operation.ts'
import type { JobType } from './job-type.ts'

/** Bulk edits of more keys than this run as a job: in one transaction they would delay everyone's saves. */
export const LARGE_EDIT = 100

/**
 * What one step of an edit has done; `operationId` is 0 if nothing had to be changed, `left` counts what it left as it
 * was.
 */
export type EditStep = { readonly operationId: number; readonly keptNewer: number; readonly left: number }

export type Edit<Payload, Kind extends JobKindName> = {
  readonly type: JobType<Kind, Payload>
  /** How many keys the edit concerns. */
  readonly count: (payload: Payload) => number
  /** Writes the keys from one index up to, but not including, another. Throws the failure of a refusal. */
  readonly write: (
    w: Writer,
    payload: Payload,
    step: {
      readonly from: number
      readonly to: number
      readonly projectId: number
      readonly by: Requester
      readonly at: string
      /** The operation that earlier steps started. */
      readonly continues: number | null
    },
  ) => Promise<EditStep>
}

type Cursor = {
  readonly offset: number
  readonly keptNewer: number
  /** Absent in cursors of earlier versions. */
  readonly left?: number
}

const START: Cursor = { offset: 0, keptNewer: 0 }

type EditDeps = Pick<Deps, 'store' | 'now' | 'lastRequestMs'>

/**
 * Edits many keys as one operation, in short transactions, and continues after a crash. If a step is refused, all
 * is undone, as if it had been one transaction.
 */
export function editJob<Payload, Kind extends JobKindName>(
  deps: EditDeps,
  edit: Edit<Payload, Kind>,
): JobKind<Kind> {
  return {
    kind: edit.type.kind,
    afterCrash: 'run-again',
    maxAttempts: 5,
    run: (context) => runEdit(deps, edit, context),
    abandon: (context) => openJobOperation(deps, context, START).abandon(),
  }
}

async function runEdit<Payload>(
  deps: EditDeps,
  edit: Edit<Payload, JobKindName>,
  context: JobContext,
): Promise<JobEnd> {
  const { store, now } = deps
  const { job, report, cancelRequested } = context
  const { projectId } = job
  const payload = edit.type.payloadOf(job)
  const operation = openJobOperation(deps, context, START)
  const { cursor } = operation
  if ((await store.read((r) => projectById(r, projectId))) === null)
    throw new Failure('gone', { what: 'project' })
  const total = edit.count(payload)
  report({ total })
  while (!operation.isUndoing() && cursor().offset < total && cancelRequested() === null) {
    const { offset: from, keptNewer, left = 0 } = cursor()
    const to = Math.min(total, from + operation.size())
    await operation.write(async (w) => {
      const written = await edit.write(w, payload, {
        from,
        to,
        projectId,
        by: await starterOf(w, job),
        at: now().toISOString(),
        continues: operation.id(),
      })
      return {
        operationId: written.operationId,
        cursor: { offset: to, keptNewer: keptNewer + written.keptNewer, left: left + written.left },
        progress: { done: to },
      }
    })
  }
  const stopped = cancelRequested()
  if (operation.isUndoing() || stopped === 'undo') return operation.takeBack()
  const { keptNewer, left = 0 } = cursor()
  return {
    state: stopped === null ? 'done' : 'cancelled',
    result: await operation.result({ keysAdded: 0, keptNewer, ...(left === 0 ? {} : { left }) }),
  }
}
