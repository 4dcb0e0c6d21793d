import { api } from '@dragoman/contract'
import { call } from '../../lib/server/call.ts'
import { pagesOf } from '../../lib/server/pages.ts'
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
  page: (project: string | null, search: AuditSearch) => ({
    ...pagesOf(
      project === null
        ? (['admin', 'audit', JSON.stringify(search)] as const)
        : projectKey(project, 'audit', JSON.stringify(search)),
      (from, signal) => {
        const query = { ...search, limit: PAGE, ...from }
        return project === null
          ? call(api.audit.list, { query, signal })
          : call(api.audit.ofProject, { params: { project }, query, signal })
      },
    ),
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
