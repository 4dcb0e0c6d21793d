import { Failure, type KeptAccessReply } from '@dragoman/contract'
import { type MemberRef, readMemberRef } from '@dragoman/core'
import {
  type ChangedMember,
  changeMembers,
  type OwnMembership,
  otherAccessOf,
  peopleOfGroup,
  type Reader,
  recordAudit,
  type Writer,
} from '@dragoman/store'
import { isLostInvitation } from '../../access/inviting.ts'
import type { Caller } from '../../http/caller.ts'
import { failureOf } from './failure-of.ts'
import { presentRights } from './present-member.ts'

/** Changes members; refuses to open an invitation again that could not be accepted, and turns what the store refuses into a failure that the caller can act on. */
export async function changeOrRefuse(
  w: Writer,
  request: Parameters<typeof changeMembers>[1],
): Promise<readonly ChangedMember[]> {
  for (const { who, rights } of request.changes)
    if (rights !== null && (await isLostInvitation(w, request.projectId, who)))
      throw new Failure('invitation-withdrawn', { reason: 'inviter-cannot-invite' })
  try {
    return await changeMembers(w, request)
  } catch (error) {
    throw failureOf(error)
  }
}

/** Returns the people whose rights were changed, directly or by their group. */
export async function peopleOfChanges(
  r: Reader,
  changed: readonly ChangedMember[],
): Promise<ReadonlySet<number>> {
  const people = new Set<number>()
  for (const { who } of changed) {
    const { kind, id } = readMemberRef(who)
    if (kind === 'user') people.add(id)
    if (kind === 'group') for (const person of await peopleOfGroup(r, id)) people.add(person.id)
  }
  return people
}

/** Returns the people who were removed and still have access, through groups of the project or as owners of the instance. */
export async function keptAccess(
  r: Reader,
  { projectId, changed }: { readonly projectId: number; readonly changed: readonly ChangedMember[] },
): Promise<KeptAccessReply> {
  const removed = changed.flatMap(({ who, name, after }) => {
    const { kind, id } = readMemberRef(who)
    return kind === 'user' && after === null ? [{ id, who, name }] : []
  })
  const others = await otherAccessOf(
    r,
    projectId,
    removed.map(({ id }) => id),
  )
  return removed.flatMap(({ id, who, name }) => {
    const other = others.get(id)
    return other === undefined ? [] : [{ who, name, groups: [...other.groups], isOwner: other.isOwner }]
  })
}

/** Records changes of rights in the audit log, with the rights before and after. */
export async function recordChanges(
  w: Writer,
  {
    projectId,
    changed,
    caller,
    undoes,
  }: {
    readonly projectId: number
    readonly changed: readonly ChangedMember[]
    readonly caller: Caller
    /** The entry that they undo. */
    readonly undoes?: number
  },
): Promise<void> {
  for (const { who, name, before, after } of changed)
    await recordAudit(w, {
      kind: auditKind(who, after),
      projectId,
      origin: caller.origin,
      target: name,
      details: {
        who,
        before: before && presentRights(before),
        after: after && presentRights(after),
        ...(undoes === undefined ? {} : { undoes }),
      },
    })
}

function auditKind(who: MemberRef, after: OwnMembership | null) {
  if (after !== null) return 'membership.changed'
  return readMemberRef(who).kind === 'invitation' ? 'invitation.withdrawn' : 'membership.removed'
}
