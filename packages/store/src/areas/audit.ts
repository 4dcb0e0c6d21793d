import type { Actor } from '@dragoman/core'
import type { Writer } from '../store.ts'

/** Who did something, and how they reached the server. */
export type AuditOrigin = {
  /** Null: nobody who is known, as with a sign-in that failed. */
  readonly actor: Actor | null
  /** Network address; null: the program itself. */
  readonly address: string | null
  /** The token it was done with; null: a session. */
  readonly tokenId: number | null
}

/** What was done with rights: named after thing and deed. */
export type AuditKind =
  | 'session.started'
  | 'session.refused'
  | 'session.ended'
  | 'account.changed'
  | 'account.removed'
  | 'user.changed'
  | 'user.removed'
  | 'membership.changed'
  | 'membership.removed'
  | 'group.changed'
  | 'group.removed'
  | 'invitation.made'
  | 'invitation.accepted'
  | 'invitation.withdrawn'
  | 'token.made'
  | 'token.revoked'
  | 'project.made'
  | 'project.changed'
  | 'project.removed'
  | 'language.removed'
  | 'source.added'
  | 'source.removed'
  | 'export.made'
  | 'backup.made'
  | 'backup.restored'
  | 'setting.changed'

export type AuditEntry = {
  readonly kind: AuditKind
  /** Null: of the instance. */
  readonly projectId: number | null
  readonly origin: AuditOrigin
  /** What it was done to, in words that are still understood when that is gone: a name, a slug, an address. */
  readonly target: string
  /** What else is worth knowing, as plain data; never a secret. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Writes down what was done with rights, in the transaction that does it. Entries are never changed. */
export async function recordAudit(
  { db, dialect }: Writer,
  { kind, projectId, origin, target, details = {} }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values({
      id: await dialect.allocate(db, 'audit', 1),
      at: dialect.now,
      kind,
      project_id: projectId,
      actor_id: origin.actor?.id ?? null,
      actor_label: origin.actor?.name ?? '',
      address: origin.address,
      token_id: origin.tokenId,
      target: target.slice(0, 500),
      details: JSON.stringify(details),
    })
    .execute()
}
