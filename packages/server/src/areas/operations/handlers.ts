import { Failure, type UndoPlanReply } from '@dragoman/contract'
import { listOperations, operationById, planUndo, type Reader, type UndoPlan, undoOperation } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { authorOf } from '../author-of.ts'
import { doneOf } from '../operate.ts'
import { presentOperation } from '../present.ts'
import { projectOf } from '../project-of.ts'

/** Changes shown of one operation; the totals say how many there are. */
const PREVIEW_LIMIT = 200

export function operationsHandlers({ store, now }: Deps): Handlers['operations'] {
  return {
    list: ({ params, query }) =>
      store.read(async (r) => {
        const project = await projectOf(r, params.project)
        const { limit, cursor, author, kind } = query
        const page = await listOperations(r, {
          projectId: project.id,
          limit,
          ...(cursor === undefined ? {} : { cursor }),
          ...(author === undefined ? {} : { author }),
          ...(kind === undefined ? {} : { kind }),
        })
        return { operations: page.rows.map(presentOperation), next: page.next }
      }),

    get: ({ params }) =>
      store.read(async (r) => {
        const project = await projectOf(r, params.project)
        const { operation, plan } = await undoPlanOf(r, project.id, params.operation)
        return { operation: presentOperation(operation), undo: presentPlan(plan) }
      }),

    async undo({ params, body, caller }) {
      return store.write(async (w) => {
        const project = await projectOf(w, params.project)
        await undoPlanOf(w, project.id, params.operation)
        const result = await undoOperation(w, {
          projectId: project.id,
          operationId: params.operation,
          author: authorOf(caller),
          at: now().toISOString(),
          keepNewer: body.keepNewer ? 'keep' : 'refuse',
        })
        if ('newer' in result) {
          throw new Failure('changed-since', { count: result.newer.newerTotal }, { current: presentPlan(result.newer) })
        }
        return doneOf(w, project.id, result)
      })
    },
  }
}

async function undoPlanOf(r: Reader, projectId: number, operationId: number) {
  const operation = await operationById(r, projectId, operationId)
  const plan = operation && (await planUndo(r, projectId, operationId, PREVIEW_LIMIT))
  if (operation === null || plan === null) throw new Failure('not-found', { what: 'operation' })
  return { operation, plan }
}

function presentPlan({ operationId, changes, total, newer, newerTotal }: UndoPlan): UndoPlanReply {
  return { operationId, changes: changes.map(presentChange), total, newer: newer.map(presentChange), newerTotal }
}

function presentChange({ keyId, namespace, name, language, current, restored, kind }: UndoPlan['changes'][number]) {
  return { keyId, namespace, name, language, current, restored, kind }
}
