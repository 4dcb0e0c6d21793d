import { can, type MemberRef, readMemberRef } from '@dragoman/core'
import {
  type InvitationRow,
  invitationById,
  openInvitationsBy,
  type Reader,
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

/**
 * Withdraws the open invitations of people who cannot make them any more, after their rights were changed in the
 * same transaction. Returns how many.
 */
export async function endLostInvitations(w: Writer, userIds: Iterable<number>, at: string): Promise<number> {
  let ended = 0
  for (const userId of userIds) ended += await withdrawLost(w, await openInvitationsBy(w, userId, at), at)
  return ended
}

/** Does the same for invitations that were read before their person was removed. */
export async function withdrawLost(
  w: Writer,
  invitations: readonly InvitationRow[],
  at: string,
): Promise<number> {
  let ended = 0
  for (const invitation of invitations) {
    if (await mayStillInvite(w, invitation)) continue
    await withdrawInvitation(w, invitation.id, at)
    ended += 1
  }
  return ended
}
