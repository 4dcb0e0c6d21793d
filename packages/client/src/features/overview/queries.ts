import { api } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { projectKey } from '../../lib/server/project-key.ts'

/** Progress by language and the latest activity. */
export const overviewQueries = {
  get: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'overview'),
      queryFn: ({ signal }) => call(api.projects.overview, { params: { project }, signal }),
    }),
}
