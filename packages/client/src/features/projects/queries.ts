import { api, type BodyOf } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, callAsVisitor } from '../../lib/server/call.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { queryOf } from '../../lib/server/query-of.ts'

/** All cache keys of this feature. The editor and the shell read `get` as well, through their routes. */
export const projectQueries = {
  list: () => queryOf(['projects'], api.projects.list),
  get: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'project'),
      queryFn: ({ signal }) => call(api.projects.get, { params: { project }, signal }),
      staleTime: 30_000,
    }),
  /** The same, requested without a session. */
  getAsVisitor: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'project'),
      queryFn: ({ signal }) => callAsVisitor(api.projects.get, { params: { project }, signal }),
    }),
}

export const projectMutations = {
  /** Which of the names a new project cannot have. */
  checkNames: (body: BodyOf<typeof api.projects.checkNames>) => call(api.projects.checkNames, { body }),
  create: (body: BodyOf<typeof api.projects.create>) => call(api.projects.create, { body }),
}
