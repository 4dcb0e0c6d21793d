import { api } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { projectKey } from '../../lib/project-key.ts'

/** Progress by language and the latest activity. */
export const overviewQueries = {
  get: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'overview'),
      queryFn: ({ signal }) => call(api.projects.overview, { params: { project }, signal }),
    }),
}
