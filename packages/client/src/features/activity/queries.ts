import { api } from '@dragoman/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { projectKey } from '../../lib/project-key.ts'

const PAGE = 50

/** What happened, newest first, and what an undo would do. */
export const activityQueries = {
  list: (project: string) =>
    infiniteQueryOptions({
      queryKey: projectKey(project, 'operations', 'list'),
      queryFn: ({ pageParam, signal }) =>
        call(api.operations.list, {
          params: { project },
          query: { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
          signal,
        }),
      initialPageParam: null as string | null, // the first page has no cursor
      getNextPageParam: (page) => page.next,
    }),
  get: (project: string, operation: number) =>
    queryOptions({
      queryKey: projectKey(project, 'operations', operation),
      queryFn: ({ signal }) => call(api.operations.get, { params: { project, operation }, signal }),
    }),
}
