import { api, type BodyOf, Failure } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { downloadExport, endOfJob } from '../../lib/server/queries.ts'
import type { NamedFile } from './dropped-files.ts'

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

export const fileMutations = {
  /** All files as one archive, saved when it is there. Throws what the job has failed with. */
  async exportAll(project: string, format: string): Promise<void> {
    const started = await call(api.files.exportAll, { params: { project }, body: { format } })
    const job = await endOfJob(project, started)
    if (job.problem !== null) throw new Failure(job.problem.code, job.problem.params)
    if (job.state === 'done') await downloadExport(project, job)
  },
  resolveConflict: (project: string, conflict: number, forms: Forms) =>
    call(api.files.resolve, { params: { project, conflict }, body: { forms } }),
}

export const sourceMutations = {
  connect: (project: string, body: BodyOf<typeof api.sources.create>) =>
    call(api.sources.create, { params: { project }, body }),
  sync: (project: string, source: number) => call(api.sources.sync, { params: { project, source } }),
  disconnect: (project: string, source: number) => call(api.sources.remove, { params: { project, source } }),
}

/** An upload of files, what importing it would do, and the import. */
export const importMutations = {
  open: (project: string, signal: AbortSignal) => call(api.imports.create, { params: { project }, signal }),
  send: (at: Upload, { path, file }: NamedFile, signal: AbortSignal) =>
    call(api.imports.upload, { params: at, query: { path }, bytes: file, signal }),
  plan: (at: Upload, body: BodyOf<typeof api.imports.plan>, signal?: AbortSignal) =>
    call(api.imports.plan, { params: at, body, signal }),
  start: (at: Upload, body: BodyOf<typeof api.imports.start>) =>
    call(api.imports.start, { params: at, body }),
  remove: (at: Upload) => call(api.imports.remove, { params: at }),
}

type Upload = { readonly project: string; readonly upload: string }
