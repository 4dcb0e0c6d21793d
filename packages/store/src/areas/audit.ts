import type { Actor } from '@dragoman/core'
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

/** Kinds of changes to access rights, named after object and action. */
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
  | 'webhook.added'
  | 'webhook.changed'
  | 'webhook.secret-replaced'
  | 'webhook.removed'
  | 'channel.added'
  | 'channel.changed'
  | 'channel.moved'
  | 'channel.move-scheduled'
  | 'channel.move-cancelled'
  | 'channel.removed'
  | 'address.added'
  | 'address.removed'
  | 'source.added'
  | 'source.changed'
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
  /** What was changed, in words that are still understood after it is gone: a name, a slug, an address. */
  readonly target: string
  /** Additional plain data; never a secret. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Records a change of access rights, in the transaction that makes it. Entries are never changed. */
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
