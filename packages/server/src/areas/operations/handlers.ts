import { definedOf } from '@dragoman/core'
import { listOperationGroups, listOperations, operationActors } from '@dragoman/store'
import { seesPaths } from '../../access/sees-paths.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentActor, presentOperation } from '../present.ts'
import { undoHandlers } from './undo-handlers.ts'
import { presentPlan, undoPlanOf } from './undo-plan.ts'

export function operationsHandlers(deps: Deps): Handlers['operations'] {
  return {
    list: ({ query, caller, read }) =>
      read(async (r, { project }) => {
        const showsPath = seesPaths(caller)
        const page = await listOperations(r, { projectId: project.id, ...definedOf(query) })
        return { operations: page.rows.map((row) => presentOperation(row, { showsPath })), next: page.next }
      }),

    groups: ({ query, caller, read }) =>
      read(async (r, { project }) => {
        const showsPath = seesPaths(caller)
        const { groups, next } = await listOperationGroups(r, {
          projectId: project.id,
          ...definedOf(query),
        })
        return {
          groups: groups.map((group) => group.map((row) => presentOperation(row, { showsPath }))),
          next,
        }
      }),

    actors: ({ read }) =>
      read(async (r, { project }) => {
        const actors = await operationActors(r, project.id)
        return { actors: actors.map(presentActor) }
      }),

    get: ({ params, caller, read }) =>
      read(async (r, { project }) => {
        const { operation, plan } = await undoPlanOf(r, project.id, params.operation)
        return {
          operation: presentOperation(operation, { showsPath: seesPaths(caller) }),
          undo: presentPlan(plan),
        }
      }),

    ...undoHandlers(deps),
  }
}
