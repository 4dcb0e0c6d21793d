import { can, type MemberRef, readMemberRef } from '@dragoman/core'
import {
  type AuditOrigin,
  type InvitationRow,
  invitationById,
  openInvitationsBy,
  type Reader,
  recordAudit,
  userById,
  type Writer,
  withdrawInvitation,
} from '@dragoman/store'
import { principalOf } from './principal-of.ts'

/** Returns whether the person who made an invitation can still invite to the same. */
export async function mayStillInvite(
  r: Reader,
  { invitedById, invitedTo }: Pick<InvitationRow, 'invitedById' | 'invitedTo'>,
): Promise<boolean> {
  const user = invitedById === null ? null : await userById(r, invitedById)
  if (user === null || user.suspendedAt !== null) return false
  const inviter = await principalOf(r, user)
  return invitedTo.to === 'instance'
    ? can(inviter, 'instance.manage', { on: 'instance' })
    : can(inviter, 'members.manage', { on: 'project', projectId: invitedTo.projectId })
}

/**
 * Returns whether this is a withdrawn invitation that cannot be opened again: its inviter can no longer invite, so that
 * it could not be accepted.
 */
export async function isLostInvitation(r: Reader, projectId: number, who: MemberRef): Promise<boolean> {
  const { kind, id } = readMemberRef(who)
  if (kind !== 'invitation') return false
  const row = await invitationById(r, projectId, id)
  return row !== null && row.withdrawnAt !== null && !(await mayStillInvite(r, row))
}

/** The change by which people lost the right to invite. */
type Cause = { readonly at: string; readonly origin: AuditOrigin }

/**
 * Withdraws the open invitations of people who cannot make them any more, after their rights were changed in the
 * same transaction, and records that. Returns how many.
 */
export async function endLostInvitations(
  w: Writer,
  userIds: Iterable<number>,
  cause: Cause,
): Promise<number> {
  let ended = 0
  for (const userId of userIds)
    ended += await withdrawLost(w, await openInvitationsBy(w, userId, cause.at), cause)
  return ended
}

/** Does the same for invitations that were read before their person was removed. */
export async function withdrawLost(
  w: Writer,
  invitations: readonly InvitationRow[],
  { at, origin }: Cause,
): Promise<number> {
  let ended = 0
  for (const invitation of invitations) {
    if (await mayStillInvite(w, invitation)) continue
    await withdrawInvitation(w, invitation.id, at)
    await recordWithdrawn(w, invitation, origin)
    ended += 1
  }
  return ended
}

/** Records in the audit log that an invitation was withdrawn. */
export async function recordWithdrawn(w: Writer, row: InvitationRow, origin: AuditOrigin): Promise<void> {
  const projectId = row.invitedTo.to === 'project' ? row.invitedTo.projectId : null
  const target = nameOfInvitation(row)
  await recordAudit(w, { kind: 'invitation.withdrawn', projectId, origin, target, details: {} })
}

/**
 * The person an invitation is for, in words that are still understood after it is gone. A note is quoted, because it can be
 * anything; empty: a link without a note.
 */
export function nameOfInvitation({ address, note }: Pick<InvitationRow, 'address' | 'note'>): string {
  return address ?? (note === '' ? '' : `“${note}”`)
}
