import { type Actor, type AuditDetails, type AuditKind, fold, nameOfPath } from '@dragoman/core'
import type { Writer } from '../store.ts'

/** Who did something, and where the request came from. */
export type AuditOrigin = {
  /** Null: not known, as for a failed sign-in. */
  readonly actor: Actor | null
  /** Network address; null: the program itself. */
  readonly address: string | null
  /** The token that was used; null: a session. */
  readonly tokenId: number | null
}

/** What was done: of one kind, or of any of several, with the details of that kind. */
export type AuditDeed<Kind extends AuditKind = AuditKind> = {
  [K in Kind]: { readonly kind: K; readonly details: AuditDetails[K] }
}[Kind]

export type AuditEntry<Kind extends AuditKind = AuditKind> = AuditDeed<Kind> & {
  /** Null: of the instance. */
  readonly projectId: number | null
  readonly origin: AuditOrigin
  /** What was changed, in words that are still understood after it is gone: a name, a slug, an address. */
  readonly target: string
}

/** Kinds whose targets are folders of the server. */
export const FOLDER_KINDS: readonly string[] = ['source.added', 'source.removed']

/** Returns the target of an entry as everyone can see it: only owners see where folders of the server are. */
export function shownTarget({ kind, target }: { readonly kind: string; readonly target: string }): string {
  return FOLDER_KINDS.includes(kind) ? nameOfPath(target) : target
}

/** Returns what an entry is searched by: what everyone can see of it, folded. */
export function auditSearchOf({
  kind,
  actor,
  target,
}: {
  readonly kind: string
  readonly actor: string
  readonly target: string
}): { readonly actor: string; readonly target: string } {
  return { actor: fold(actor), target: fold(shownTarget({ kind, target })) }
}

/** Records a change of access rights, in the transaction that makes it. Entries are never changed. */
export async function recordAudit(
  { db, dialect }: Writer,
  { kind, projectId, origin, target, details }: AuditEntry,
): Promise<void> {
  const actor = origin.actor?.name ?? ''
  const stored = target.slice(0, 500)
  const search = auditSearchOf({ kind, actor, target: stored })
  await db
    .insertInto('audit_entry')
    .values({
      id: await dialect.allocate(db, 'audit', 1),
      at: dialect.now,
      kind,
      project_id: projectId,
      actor_id: origin.actor?.id ?? null,
      actor_label: actor,
      address: origin.address,
      token_id: origin.tokenId,
      target: stored,
      details: JSON.stringify(details),
      actor_search: search.actor,
      target_search: search.target,
    })
    .execute()
}
