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
  formats: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'files', 'formats'),
      queryFn: ({ signal }) => call(api.files.formats, { params: { project }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** The whole file: not kept once nobody looks at it. */
  export: (
    project: string,
    query: { readonly format: string; readonly language: string; readonly namespace: string },
  ) =>
    queryOptions({
      queryKey: projectKey(project, 'files', 'export', query.format, query.language, query.namespace),
      queryFn: ({ signal }) => call(api.files.export, { params: { project }, query, signal }),
      enabled: query.namespace !== '',
      gcTime: 0,
    }),
  conflicts: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'files', 'conflicts'),
      queryFn: ({ signal }) => call(api.files.conflicts, { params: { project }, signal }),
    }),
}
