import { api } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { projectKey } from './project-key.ts'

/** Progress by language, open conflicts and the latest activity. */
export function overviewQuery(project: string) {
  return queryOptions({
    queryKey: projectKey(project, 'overview'),
    queryFn: ({ signal }) => call(api.projects.overview, { params: { project }, signal }),
  })
}
