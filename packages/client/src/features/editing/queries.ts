import { api } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { queryOf } from '../../lib/server/query-of.ts'

/** Editing texts within a running app. */
export const editingQueries = {
  origins: (project: string) =>
    queryOf(projectKey(project, 'editing', 'origins'), api.editing.origins, { params: { project } }),
  check: (project: string, origin: string) =>
    queryOptions({
      queryKey: projectKey(project, 'editing', origin),
      queryFn: ({ signal }) => call(api.editing.check, { params: { project }, query: { origin }, signal }),
      retry: false,
    }),
}

export const editingMutations = {
  /** Keeps what others have added to or removed from `base` since. */
  setOrigins: (project: string, origins: string[], base: string[]) =>
    call(api.editing.setOrigins, { params: { project }, body: { origins, base } }),
  connect: (project: string, origin: string) =>
    call(api.editing.connect, { params: { project }, body: { origin } }),
}
