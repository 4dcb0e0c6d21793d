import { basename, isAbsolute } from 'node:path'
import type { AuditEntryReply, FileAnswer } from '@dragoman/contract'
import { type AuditFilter, type AuditRow, listAudit, recordAudit } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentActor } from '../present.ts'
import { projectOf } from '../project-of.ts'
import { type AuditFormat, auditAsText } from './audit-as-text.ts'

type Query = {
  readonly who?: string | undefined
  readonly kind?: string | undefined
  readonly q?: string | undefined
  readonly from?: string | undefined
  readonly before?: string | undefined
}

export function auditHandlers({ store, now }: Deps): Handlers['audit'] {
  async function page(filter: AuditFilter, query: { limit: number; cursor?: string | undefined }) {
    const { limit, cursor = null } = query
    const { rows, next } = await store.read((r) => listAudit(r, { ...filter, limit, cursor }))
    return { entries: rows.map(presentEntry), next }
  }

  /** Exporting the log is itself recorded. */
  async function file(filter: AuditFilter, format: AuditFormat, caller: Caller): Promise<FileAnswer> {
    const { projectId } = filter
    const entry = { kind: 'export.made', target: 'audit log', details: { format } } as const
    await caller.write((w) => recordAudit(w, { ...entry, projectId, origin: caller.origin }))
    const day = now().toISOString().slice(0, 10)
    return {
      fileName: `audit-log-${day}.${format}`,
      sizeBytes: null,
      bytes: auditAsText(store, filter, { format, show: (row) => shownTo(caller, row) }),
    }
  }

  return {
    list: ({ query }) => page(filterOf(null, query), query),
    export: ({ query, caller }) => file(filterOf(null, query), query.format, caller),
    async ofProject({ params, query, caller }) {
      const project = await store.read((r) => projectOf(r, params.project))
      const { entries, next } = await page(filterOf(project.id, query), query)
      return { entries: entries.map((entry) => shownTo(caller, entry)), next }
    },
    async exportOfProject({ params, query, caller }) {
      const project = await store.read((r) => projectOf(r, params.project))
      return file(filterOf(project.id, query), query.format, caller)
    },
  }
}

/** Where folders are on the server is for owners only. */
function shownTo<E extends { readonly kind: string; readonly target: string }>(
  { actor }: Pick<Caller, 'actor'>,
  entry: E,
): E {
  if (actor?.instanceRole === 'owner') return entry
  const isFolder = entry.kind === 'source.added' || entry.kind === 'source.removed'
  return isFolder && isAbsolute(entry.target) ? { ...entry, target: basename(entry.target) } : entry
}

function filterOf(projectId: number | null, { who, kind, q, from, before }: Query): AuditFilter {
  return { projectId, who, kind, text: q, from, before }
}

function presentEntry({ actor, details, ...row }: AuditRow): AuditEntryReply {
  const { id, at, kind, project, address, tokenId, target } = row
  return {
    id,
    at,
    kind,
    project,
    actor: actor && presentActor(actor),
    address,
    tokenId,
    target,
    details: { ...details },
  }
}
