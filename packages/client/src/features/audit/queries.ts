import { api } from '@dragoman/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { saveStream } from '../../lib/server/save-file.ts'

const PAGE = 50

export type AuditSearch = {
  readonly q?: string
  readonly who?: string
  readonly kind?: string
  readonly from?: string
}

/** The log of a project; null: of the whole installation. */
export const auditQueries = {
  all: (project: string | null) =>
    project === null ? (['admin', 'audit'] as const) : projectKey(project, 'audit'),
  page: (project: string | null, search: AuditSearch) =>
    infiniteQueryOptions({
      queryKey:
        project === null
          ? (['admin', 'audit', JSON.stringify(search)] as const)
          : projectKey(project, 'audit', JSON.stringify(search)),
      queryFn: ({ pageParam, signal }) => {
        const query = { ...search, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) }
        return project === null
          ? call(api.audit.list, { query, signal })
          : call(api.audit.ofProject, { params: { project }, query, signal })
      },
      initialPageParam: null as string | null, // the first page has no cursor
      getNextPageParam: ({ next }) => next,
      staleTime: 10_000,
    }),
}

/** Downloads all results of a search. */
export async function saveAudit(
  project: string | null,
  search: AuditSearch,
  format: 'csv' | 'jsonl',
): Promise<void> {
  const query = { ...search, format }
  await saveStream(
    project === null
      ? await call(api.audit.export, { query })
      : await call(api.audit.exportOfProject, { params: { project }, query }),
  )
}

/** Undoes a change of someone's rights in a project. */
export const undoAudit = (project: string, entry: number) =>
  call(api.audit.undo, { params: { project, entry } })
