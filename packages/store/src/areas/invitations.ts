import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import type { OwnMembership } from './memberships.ts'
import { columnsOf, rightsOf } from './stored-rights.ts'

/** What the person who accepts gets access to. */
export type InvitedTo =
  | { readonly to: 'project'; readonly projectId: number; readonly rights: OwnMembership }
  | { readonly to: 'instance' }

export type InvitationRow = {
  readonly id: number
  readonly invitedTo: InvitedTo
  readonly groupId: number | null
  readonly address: string | null
  /** The person a link is for, as noted by its creator. */
  readonly note: string
  readonly number: number
  readonly used: number
  readonly generation: number
  readonly expiresAt: string
  readonly createdAt: string
  readonly invitedBy: string
  /** Account of that person; null: it was deleted, or a token of an earlier version made it. */
  readonly invitedById: number | null
  readonly withdrawnAt: string | null
  readonly version: number
}

export type NewInvitation = {
  readonly invitedTo: InvitedTo
  readonly groupId: number | null
  readonly address: string | null
  readonly note?: string
  readonly number: number
  readonly expiresAt: string
  readonly at: string
  readonly by: { readonly userId: number | null; readonly name: string }
}

/** Returns the hash of an invitation's code in its n-th generation. */
export type CodeHash = (id: number, generation: number) => string

export async function addInvitation(
  w: Writer,
  invitation: NewInvitation,
  codeHash: CodeHash,
): Promise<InvitationRow> {
  const id = await w.dialect.allocate(w.db, 'invitation', 1)
  const { invitedTo } = invitation
  const row: Tables['invitation'] = {
    id,
    project_id: invitedTo.to === 'project' ? invitedTo.projectId : null,
    ...(invitedTo.to === 'project'
      ? columnsOf(invitedTo.rights)
      : { role: 'member', languages: null, namespaces: null, grants: '[]' }),
    note: invitation.note ?? '',
    group_id: invitation.groupId,
    address: invitation.address,
    number: invitation.number,
    used: 0,
    generation: 1,
    code_hash: codeHash(id, 1),
    expires_at: invitation.expiresAt,
    created_at: invitation.at,
    created_by: invitation.by.userId,
    created_by_label: invitation.by.name,
    withdrawn_at: null,
    version: 1,
  }
  await w.db.insertInto('invitation').values(row).execute()
  emitInvitation(w, row)
  return invitationRow(row)
}

/** Returns an invitation; null if the project (null: the instance) has none with that id. */
export async function invitationById(
  { db }: Reader,
  projectId: number | null,
  id: number,
): Promise<InvitationRow | null> {
  const row = await db
    .selectFrom('invitation')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', projectId === null ? 'is' : '=', projectId)
    .executeTakeFirst()
  return row ? invitationRow(row) : null
}

export async function invitationByCode({ db }: Reader, codeHash: string): Promise<InvitationRow | null> {
  const row = await db
    .selectFrom('invitation')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return row ? invitationRow(row) : null
}

/** Returns invitations to the instance that are neither withdrawn nor used up, newest first. */
export async function listInstanceInvitations({ db }: Reader): Promise<readonly InvitationRow[]> {
  const rows = await db
    .selectFrom('invitation')
    .selectAll()
    .where('project_id', 'is', null)
    .where('withdrawn_at', 'is', null)
    .whereRef('used', '<', 'number')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(invitationRow)
}

/**
 * Assigns a new code and expiry, and makes the person who sends it the inviter; the previous link stops working.
 * Null if the invitation is gone.
 */
export async function renewInvitation(
  w: Writer,
  invitation: Pick<InvitationRow, 'id' | 'generation'>,
  {
    expiresAt,
    codeHash,
    by,
  }: { readonly expiresAt: string; readonly codeHash: CodeHash; readonly by: NewInvitation['by'] },
): Promise<InvitationRow | null> {
  const generation = invitation.generation + 1
  const row = await w.db
    .updateTable('invitation')
    .set({
      generation,
      code_hash: codeHash(invitation.id, generation),
      expires_at: expiresAt,
      created_by: by.userId,
      created_by_label: by.name,
      withdrawn_at: null,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', invitation.id)
    .where('generation', '=', invitation.generation)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  emitInvitation(w, row)
  return invitationRow(row)
}

export async function withdrawInvitation(w: Writer, id: number, at: string): Promise<void> {
  const row = await w.db
    .updateTable('invitation')
    .set({ withdrawn_at: at, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (row !== undefined) emitInvitation(w, row)
}

/** Returns the invitations of a person that can still be accepted. */
export async function openInvitationsBy(
  { db }: Reader,
  userId: number,
  at: string,
): Promise<readonly InvitationRow[]> {
  const rows = await db
    .selectFrom('invitation')
    .selectAll()
    .where('created_by', '=', userId)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', at)
    .whereRef('used', '<', 'number')
    .orderBy('id')
    .execute()
  return rows.map(invitationRow)
}

/**
 * Uses an invitation for one person, and returns it with the rights that it has now. Null if it was withdrawn, used up,
 * sent again with another code, or has expired since it was read.
 */
export async function useInvitation(
  w: Writer,
  { id, generation }: Pick<InvitationRow, 'id' | 'generation'>,
  at: string,
): Promise<InvitationRow | null> {
  const row = await w.db
    .updateTable('invitation')
    .set({ used: sql<number>`used + 1`, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('generation', '=', generation)
    .whereRef('used', '<', 'number')
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  emitInvitation(w, row)
  return invitationRow(row)
}

function emitInvitation(w: Writer, { id, project_id: projectId }: Tables['invitation']): void {
  w.emit({ kind: 'invitation.changed', projectId, payload: { invitationId: id } })
}

function invitationRow(row: Tables['invitation']): InvitationRow {
  const rights = rightsOf(row)
  return {
    id: row.id,
    invitedTo:
      row.project_id === null || rights === null
        ? { to: 'instance' }
        : { to: 'project', projectId: row.project_id, rights },
    groupId: row.group_id,
    address: row.address,
    note: row.note,
    number: row.number,
    used: row.used,
    generation: row.generation,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    invitedBy: row.created_by_label,
    invitedById: row.created_by,
    withdrawnAt: row.withdrawn_at,
    version: row.version,
  }
}
