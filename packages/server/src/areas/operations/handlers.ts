import { Failure, type OperationReply, type UndoPlanReply } from '@dragoman/contract'
import {
  jobOfOperation,
  listOperationGroups,
  listOperations,
  operationActors,
  operationById,
  type ProjectRow,
  planUndo,
  type Reader,
  type UndoPlan,
  undoOperation,
  type Writer,
} from '@dragoman/store'
import { requesterOf } from '../../access/requester-of.ts'
import { seesPaths } from '../../access/sees-paths.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import type { UndoPayload } from '../../jobs/undo-job.ts'
import { presentActor, presentOperation } from '../present.ts'
import { operationOfJob, runAsJob } from '../run-as-job.ts'
import { type Done, doneOf } from '../run-operation.ts'

/** Changes shown of one operation; the totals say how many exist. */
const PREVIEW_LIMIT = 200

/**
 * Operations with more changes than this are undone in a job, so that only the person who asked has to wait.
 */
const LARGE_UNDO = 1000

export function operationsHandlers(deps: Deps): Handlers['operations'] {
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
    const payload: UndoPayload = { operationId, at: now().toISOString() }
    const dedupeKey = `undo ${operationId}`
    const job = await runAsJob(deps, caller, { projectId, kind: 'undo', payload, unit: 'changes', dedupeKey })
    return operationOfJob(deps, job)
  }

  return {
    list: ({ query, caller, read }) =>
      read(async (r, { project }) => {
        const showsPath = seesPaths(caller)
        const page = await listOperations(r, { projectId: project.id, ...omitUndefined(query) })
        return { operations: page.rows.map((row) => presentOperation(row, { showsPath })), next: page.next }
      }),

    groups: ({ query, caller, read }) =>
      read(async (r, { project }) => {
        const showsPath = seesPaths(caller)
        const { groups, next } = await listOperationGroups(r, {
          projectId: project.id,
          ...omitUndefined(query),
        })
        const actors = await operationActors(r, project.id)
        return {
          groups: groups.map((group) => group.map((row) => presentOperation(row, { showsPath }))),
          actors: actors.map(presentActor),
          next,
        }
      }),

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

    get: ({ params, caller, read }) =>
      read(async (r, { project }) => {
        const { operation, plan } = await undoPlanOf(r, project.id, params.operation)
        return {
          operation: presentOperation(operation, { showsPath: seesPaths(caller) }),
          undo: presentPlan(plan),
        }
      }),

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

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** Returns the parts of a query that were given, without undefined values. */
function omitUndefined<T extends object>(query: T): Given<T> {
  // Only undefined values were removed.
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Given<T>
}

async function undoPlanOf(r: Reader, projectId: number, operationId: number) {
  const operation = await operationById(r, projectId, operationId)
  const plan = operation && (await planUndo(r, projectId, operationId, PREVIEW_LIMIT))
  if (operation === null || plan === null) throw new Failure('not-found', { what: 'operation' })
  return { operation, plan }
}

function presentPlan({ operationId, changes, total, newer, newerTotal }: UndoPlan): UndoPlanReply {
  return {
    operationId,
    changes: changes.map(presentChange),
    total,
    newer: newer.map(presentChange),
    newerTotal,
  }
}

function presentChange({
  keyId,
  namespace,
  name,
  language,
  current,
  restored,
  kind,
}: UndoPlan['changes'][number]) {
  return { keyId, namespace, name, language, current, restored, kind }
}
