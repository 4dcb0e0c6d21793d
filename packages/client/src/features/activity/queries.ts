import { api, type OperationReply } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { pagesOf } from '../../lib/server/pages.ts'
import { projectKey } from '../../lib/server/project-key.ts'

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
  latest: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'operations', 'latest'),
      queryFn: ({ signal }) =>
        call(api.operations.groups, { params: { project }, query: { limit: LATEST }, signal }),
    }),
  get: (project: string, operation: number) =>
    queryOptions({
      queryKey: projectKey(project, 'operations', operation),
      queryFn: ({ signal }) => call(api.operations.get, { params: { project, operation }, signal }),
    }),
}

export const activityMutations = {
  undo: (project: string, operation: number, keepNewer: boolean) =>
    call(api.operations.undo, { params: { project, operation }, body: { keepNewer } }),
  /** Undoes all of them, or none. */
  undoMany: (project: string, operations: number[]) =>
    call(api.operations.undoMany, { params: { project }, body: { operations, keepNewer: false } }),
}
