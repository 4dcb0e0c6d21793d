import { actorId, type Membership, type Principal } from '@dragoman/core'
import { membershipsOf, type Reader, type UserRow } from '@dragoman/store'

/** A person with what they may do now. The owner may do everything, member or not. */
export async function principalOf(r: Reader, { id, name, role }: UserRow): Promise<Principal> {
  const memberships = role === 'owner' ? new Map<number, Membership>() : await membershipsOf(r, id)
  return { id: actorId('user', id), name, instanceRole: role, memberships }
}
