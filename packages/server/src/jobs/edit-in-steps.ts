import { Failure, type JobKindName, type JobResult } from '@dragoman/contract'
import { operationById, projectById, type Requester, type Writer } from '@dragoman/store'
import { actsFreely, cancellerOf, starterOf } from '../access/requester-of.ts'
import type { Deps } from '../deps.ts'
import type { JobContext, JobEnd, JobKind } from './job-kind.ts'
import { openPace } from './pace.ts'
import { undoInSteps } from './undo-in-steps.ts'

/** Bulk edits of more keys than this run as a job: in one transaction they would delay everyone's saves. */
export const LARGE_EDIT = 100

/**
 * What one step of an edit has done; `operationId` is 0 if nothing had to be changed, `left` counts what it left as it
 * was.
 */
export type EditStep = { readonly operationId: number; readonly keptNewer: number; readonly left: number }

export type Edit<Payload, Kind extends JobKindName> = {
  readonly kind: Kind
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
  /** The operation that undoes the edit, once that was requested. */
  readonly undo: number | null
  readonly isUndoing: boolean
}

const START: Cursor = { offset: 0, keptNewer: 0, undo: null, isUndoing: false }

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
    kind: edit.kind,
    afterCrash: 'run-again',
    maxAttempts: 5,
    run: (context) => openEdit(deps, edit, context).run(),
    abandon: (context) => openEdit(deps, edit, context).abandon(),
  }
}

function openEdit<Payload>(
  { store, now, lastRequestMs }: EditDeps,
  edit: Edit<Payload, JobKindName>,
  context: JobContext,
) {
  const { job, step, report, signal, cancelRequested } = context
  const { projectId } = job
  const payload = job.payload as Payload // written by the handler that added the job
  const pace = openPace(lastRequestMs)
  let cursor = (job.cursor ?? START) as Cursor // written below
  let operationId = job.operationId

  async function run(): Promise<JobEnd> {
    if ((await store.read((r) => projectById(r, projectId))) === null)
      throw new Failure('gone', { what: 'project' })
    const total = edit.count(payload)
    report({ total })
    while (!cursor.isUndoing && cursor.offset < total && cancelRequested() === null) await writeMore(total)
    const stopped = cancelRequested()
    if (cursor.isUndoing || stopped === 'undo') {
      await undo((w) => cancellerOf(w, job))
      return { state: 'cancelled' }
    }
    return { state: stopped === null ? 'done' : 'cancelled', result: await resultNow() }
  }

  async function writeMore(total: number): Promise<void> {
    signal.throwIfAborted()
    const from = cursor.offset
    const to = Math.min(total, from + pace.size())
    let ms = 0
    const written = await step(async (w) => {
      const startMs = performance.now()
      const {
        operationId: id,
        keptNewer,
        left,
      } = await edit.write(w, payload, {
        from,
        to,
        projectId,
        by: await starterOf(w, job),
        at: now().toISOString(),
        continues: operationId,
      })
      ms = performance.now() - startMs
      const next: Cursor = {
        ...cursor,
        offset: to,
        keptNewer: cursor.keptNewer + keptNewer,
        left: (cursor.left ?? 0) + left,
      }
      return { done: to, cursor: next, next, ...(id === 0 ? {} : { operationId: id }) }
    })
    cursor = written.next
    operationId = written.operationId ?? operationId
    pace.took(ms)
    await pace.rest()
  }

  async function undo(by: (w: Writer) => Promise<Requester>): Promise<void> {
    if (operationId === null) return
    await undoInSteps(context, {
      pace,
      request: { projectId, operationId, at: now().toISOString() },
      by,
      undoId: cursor.undo,
      cursorFor: (id) => ({ ...cursor, undo: id, isUndoing: true }),
    })
  }

  async function resultNow(): Promise<JobResult> {
    const id = operationId
    const operation = id === null ? null : await store.read((r) => operationById(r, projectId, id))
    const translations = operation?.summary.translations ?? 0
    const { keptNewer, left = 0 } = cursor
    return {
      files: 0,
      keysAdded: 0,
      translations,
      languagesAdded: [],
      keptNewer,
      ...(left === 0 ? {} : { left }),
    }
  }

  return {
    run,
    /** The job might have done more than its starter can undo now. */
    abandon: () => undo(async () => actsFreely(job.startedBy)),
  }
}
