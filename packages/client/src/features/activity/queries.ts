import { api, type OperationReply } from '@dragoman/contract'
import { call } from '../../lib/server/call.ts'
import { pagesOf } from '../../lib/server/pages.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { queryOf } from '../../lib/server/query-of.ts'

const PAGE = 50
const LATEST = 5

export type ActivityFilter = {
  /** Id of an actor, or the name of one without id. */
  readonly actor?: string
  readonly language?: string
  readonly kind?: OperationReply['kind']
}

/** Activity, newest first, and previews of undo. */
export const activityQueries = {
  groups: (project: string, filter: ActivityFilter) =>
    pagesOf(projectKey(project, 'operations', 'groups', JSON.stringify(filter)), (from, signal) =>
      call(api.operations.groups, {
        params: { project },
        query: { limit: PAGE, ...filter, ...from },
        signal,
      }),
    ),
  actors: (project: string) =>
    queryOf(projectKey(project, 'operations', 'actors'), api.operations.actors, { params: { project } }),
  latest: (project: string) =>
    queryOf(projectKey(project, 'operations', 'latest'), api.operations.groups, {
      params: { project },
      query: { limit: LATEST },
    }),
  get: (project: string, operation: number) =>
    queryOf(projectKey(project, 'operations', operation), api.operations.get, {
      params: { project, operation },
    }),
}

export const activityMutations = {
  undo: (project: string, operation: number, keepNewer: boolean) =>
    call(api.operations.undo, { params: { project, operation }, body: { keepNewer } }),
  /** Undoes all of them, or none. */
  undoMany: (project: string, operations: number[]) =>
    call(api.operations.undoMany, { params: { project }, body: { operations, keepNewer: false } }),
}
