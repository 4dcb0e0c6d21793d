import { Failure } from '@dragoman/contract'
import { actorId } from '@dragoman/core'
import {
  changeGroupPeople,
  createMember,
  type InvitationRow,
  invitationByCode,
  isInGroup,
  type LockedUser,
  lockUser,
  membershipVersion,
  projectById,
  putMembership,
  type Reader,
  recordAudit,
  setAddress,
  type UserRow,
  useInvitation,
  type Writer,
} from '@dragoman/store'
import { mayStillInvite, nameOfInvitation } from '../../access/inviting.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { hashOfSecret } from '../../secrets/hash-of-secret.ts'
import { presentRights } from '../members/present-member.ts'
import { limitAttempts } from '../session/attempt-limits.ts'
import { beginSession, originOfPerson } from '../session/begin-session.ts'
import { isCommonPassword } from '../session/password-strength.ts'

/** Handlers for anyone who has the link of an invitation: look at it, choose a password, and accept it. */
export function acceptInvitation(
  deps: Deps,
): Pick<Handlers['invitations'], 'look' | 'checkPassword' | 'accept'> {
  const { store, now } = deps
  const limits = limitAttempts(deps)
  const at = () => now().toISOString()

  /** Codes cannot be guessed, so only those who send wrong ones are blocked. */
  async function invitationOf(code: string, caller: Caller): Promise<InvitationRow> {
    const row = await store.read((r) => invitationByCode(r, hashOfSecret(code)))
    if (row === null) {
      await limits.begin({ address: caller.address })
      throw new Failure('invitation-unknown')
    }
    requireOpen(row, at())
    if (!(await store.read((r) => mayStillInvite(r, row)))) throw new Failure('invitation-withdrawn')
    return row
  }

  return {
    async look({ body, caller }) {
      const row = await invitationOf(body.code, caller)
      const { invitedBy, expiresAt, address } = row
      const { user } = caller
      return store.read(async (r) => ({
        ...{ invitedBy, expiresAt, address },
        isMember: user !== null && (await hasAlready(r, row, user)),
        ...(await presentOffer(r, row)),
      }))
    },

    async checkPassword({ body, caller }) {
      requireOpen(await invitationOf(body.code, caller), at())
      return {
        problem: (await isCommonPassword(deps, body.password, [body.name])) ? 'password-too-common' : null,
      }
    },

    async accept({ body, caller }) {
      await invitationOf(body.code, caller)
      const { account } = body
      if (caller.user === null && account === undefined) throw new Failure('not-signed-in')
      if (caller.actor?.token) throw new Failure('not-allowed', { reason: 'token-scope' })
      // Someone has signed in in another tab since: the page must show whose account would join.
      if (caller.user !== null && account !== undefined) throw new Failure('not-signed-in')
      if (account !== undefined && (await isCommonPassword(deps, account.password, [account.name])))
        throw new Failure('password-too-common')
      const passwordHash = account === undefined ? null : await deps.passwords.hash(account.password)
      const newMember = { name: account?.name ?? '', passwordHash }
      return caller.write((w) => acceptWithin(w, deps, { code: body.code, caller, newMember }))
    },
  }
}

/** Returns what someone gets by accepting an invitation. */
async function presentOffer(r: Reader, { invitedTo }: InvitationRow) {
  if (invitedTo.to === 'instance')
    return { project: null, role: 'member' as const, languages: null, namespaces: null }
  const project = await projectById(r, invitedTo.projectId)
  return {
    project: project && { slug: project.slug, name: project.name },
    ...presentRights(invitedTo.rights),
  }
}

type Acceptance = {
  readonly code: string
  readonly caller: Caller
  /** The account that is created if no one is signed in. */
  readonly newMember: { readonly name: string; readonly passwordHash: string | null }
}

/**
 * Accepts an invitation in one transaction: uses it, gives the rights, and signs a new member in. It is read again,
 * because it can have been changed while the password was hashed.
 */
async function acceptWithin(w: Writer, deps: Deps, { code, caller, newMember }: Acceptance) {
  const at = () => deps.now().toISOString()
  const read = await knownInvitation(w, code)
  if (read.invitedById !== null) await w.dialect.holdPerson(w.db, read.invitedById)
  if (!(await mayStillInvite(w, read))) throw new Failure('invitation-withdrawn')
  const project = await projectOfInvitation(w, read)
  const there = caller.user
  if (there !== null && (await hasAlready(w, read, there)))
    return { project: project?.slug ?? null, wasMember: true }
  const used = await useInvitation(w, read, at())
  if (used === null) {
    requireOpen(await knownInvitation(w, code), at())
    throw new Failure('invitation-used')
  }
  const user = await lockUser(w, there?.id ?? (await createMember(w, { ...newMember, at: at() })).id)
  if (user === null) throw new Failure('not-signed-in')
  await joinWithin(w, used, { user, isNew: there === null, caller })
  if (there === null) await beginSession(w, user, { caller, by: 'invitation', deps })
  return { project: project?.slug ?? null, wasMember: false }
}

/** Returns the invitation with a code. Throws `invitation-unknown`, also if another code replaced it. */
async function knownInvitation(r: Reader, code: string): Promise<InvitationRow> {
  const row = await invitationByCode(r, hashOfSecret(code))
  if (row === null) throw new Failure('invitation-unknown')
  return row
}

type Joining = { readonly user: LockedUser; readonly isNew: boolean; readonly caller: Caller }

/** Gives someone the rights of an invitation that was used for them, and records it. */
async function joinWithin(w: Writer, row: InvitationRow, { user, isNew, caller }: Joining): Promise<void> {
  await giveRights(w, row, user)
  // The inviter could read the link too: being invited by email does not prove whose mailbox it is.
  if (isNew && row.address !== null) await setAddress(w, user.id, { address: row.address, confirmedAt: null })
  await recordAudit(w, {
    kind: 'invitation.accepted',
    projectId: row.invitedTo.to === 'project' ? row.invitedTo.projectId : null,
    origin: originOfPerson(caller, user),
    target: nameOfInvitation(row) || `invitation:${row.id}`,
    details: { id: row.id, who: actorId('user', user.id), invitedBy: row.invitedBy },
  })
}

/**
 * Returns the open invitation with a code, in the transaction that accepts it, and keeps its inviter as they are; null:
 * there is none.
 */
export async function openInvitation(w: Writer, code: string, at: string): Promise<InvitationRow | null> {
  const row = await invitationByCode(w, hashOfSecret(code))
  if (row === null || problemOf(row, at) !== null) return null
  if (row.invitedById !== null) await w.dialect.holdPerson(w.db, row.invitedById)
  return (await mayStillInvite(w, row)) ? row : null
}

/**
 * Accepts an open invitation for a new account, with the rights that it has now. Throws `invitation-used` if someone
 * else was faster, or it is not open any more.
 */
export async function acceptForNew(
  w: Writer,
  row: InvitationRow,
  { user, caller, at }: Pick<Joining, 'user' | 'caller'> & { readonly at: string },
): Promise<{ readonly project: string | null }> {
  const used = await useInvitation(w, row, at)
  if (used === null) throw new Failure('invitation-used')
  await joinWithin(w, used, { user, isNew: true, caller })
  return { project: (await projectOfInvitation(w, used))?.slug ?? null }
}

function requireOpen(row: InvitationRow, at: string): void {
  const problem = problemOf(row, at)
  if (problem !== null) throw new Failure(problem)
}

/** Why an invitation cannot be accepted any more; null: it can. */
function problemOf({ withdrawnAt, used, number, expiresAt }: InvitationRow, at: string) {
  if (withdrawnAt !== null) return 'invitation-withdrawn'
  if (used >= number) return 'invitation-used'
  return expiresAt <= at ? 'invitation-expired' : null
}

async function projectOfInvitation(r: Reader, { invitedTo }: InvitationRow) {
  if (invitedTo.to === 'instance') return null
  return projectById(r, invitedTo.projectId)
}

/** Whether someone already has what a link offers; it neither lowers nor raises what they have. */
async function hasAlready(r: Reader, { invitedTo, groupId }: InvitationRow, user: UserRow): Promise<boolean> {
  if (user.role === 'owner') return true
  if (groupId !== null && !(await isInGroup(r, { groupId, userId: user.id }))) return false
  if (invitedTo.to === 'instance') return true
  return (await membershipVersion(r, { projectId: invitedTo.projectId, userId: user.id })) !== null
}

async function giveRights(w: Writer, { invitedTo, groupId }: InvitationRow, user: UserRow): Promise<void> {
  if (invitedTo.to === 'project')
    await putMembership(w, { userId: user.id, projectId: invitedTo.projectId }, invitedTo.rights)
  if (groupId !== null) await changeGroupPeople(w, { groupId, add: [user.id], remove: [], source: 'hand' })
}
