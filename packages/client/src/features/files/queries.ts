import { api } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { projectKey } from '../../lib/project-key.ts'

/** Sources, files and conflicts of a project; live events keep them fresh. */
export const fileQueries = {
  sources: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'sources'),
      queryFn: ({ signal }) => call(api.sources.list, { params: { project }, signal }),
    }),
  list: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'files', 'list'),
      queryFn: ({ signal }) => call(api.files.list, { params: { project }, signal }),
    }),
  conflicts: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'files', 'conflicts'),
      queryFn: ({ signal }) => call(api.files.conflicts, { params: { project }, signal }),
    }),
}
