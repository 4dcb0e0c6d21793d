import type { AuditEntryReply, FileAnswer } from '@dragoman/contract'
import { type AuditFilter, type AuditRow, listAudit, recordAudit, shownTarget } from '@dragoman/store'
import { endLostInvitations } from '../../access/inviting.ts'
import { requireActor } from '../../access/require-actor.ts'
import { requireProofForManagers } from '../../access/require-proof-for-managers.ts'
import { seesPaths } from '../../access/sees-paths.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { peopleOfChanges } from '../members/make-changes.ts'
import { presentActor } from '../present.ts'
import { type AuditFormat, auditAsText } from './audit-as-text.ts'
import { undoableEntries, undoEntry } from './undo-entry.ts'

type Query = {
  readonly who?: string | undefined
  readonly kind?: string | undefined
  readonly q?: string | undefined
  readonly from?: string | undefined
  readonly before?: string | undefined
}

export function auditHandlers(deps: Deps): Handlers['audit'] {
  const { store, now } = deps
  async function page(filter: AuditFilter, query: { limit: number; cursor?: string | undefined }) {
    const { limit, cursor = null } = query
    return store.read(async (r) => {
      const { rows, next } = await listAudit(r, { ...filter, limit, cursor })
      const undoable = await undoableEntries(r, rows)
      return { entries: rows.map((row) => presentEntry(row, undoable.has(row.id))), next }
    })
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
    list: ({ query, caller }) => page(filterOf(null, query, caller), query),

    export: ({ query, caller }) => file(filterOf(null, query, caller), query.format, caller),

    async ofProject({ query, caller, project }) {
      const { entries, next } = await page(filterOf(project.id, query, caller), query)
      return { entries: entries.map((entry) => shownTo(caller, entry)), next }
    },
    async undo({ params, caller, write }) {
      const { id: by, name, instanceRole } = requireActor(caller)
      const at = now().toISOString()
      return write(async (w, { project }) => {
        const changed = await undoEntry(w, {
          project,
          entry: params.entry,
          caller,
          at,
          mayAddAnybody: instanceRole === 'owner',
          by: name,
          check: (rights) => requireProofForManagers(caller, deps, rights),
        })
        const cause = { at, origin: caller.origin }
        return { endedInvitations: await endLostInvitations(w, await peopleOfChanges(w, changed), cause) }
      }, by)
    },
    async exportOfProject({ query, caller, project }) {
      return file(filterOf(project.id, query, caller), query.format, caller)
    },
  }
}

/** Where folders are on the server is for owners only. */
function shownTo<E extends { readonly kind: string; readonly target: string }>(
  caller: Pick<Caller, 'actor'>,
  entry: E,
): E {
  return seesPaths(caller) ? entry : { ...entry, target: shownTarget(entry) }
}

function filterOf(
  projectId: number | null,
  { who, kind, q, from, before }: Query,
  caller: Pick<Caller, 'actor'>,
): AuditFilter {
  return { projectId, who, kind, text: q, searchesPaths: seesPaths(caller), from, before }
}

function presentEntry({ actor, details, ...row }: AuditRow, canUndo: boolean): AuditEntryReply {
  const { id, at, kind, project, projectName, address, tokenId, target } = row
  return {
    id,
    at,
    kind,
    project,
    projectName,
    canUndo,
    actor: actor && presentActor(actor),
    address,
    tokenId,
    target,
    details: { ...details },
  }
}
