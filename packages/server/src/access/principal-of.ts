import { actorId, type Principal, type TokenLimits } from '@dragoman/core'
import { membershipsOf, type Reader, type UserRow, visitorMemberships } from '@dragoman/store'

/**
 * A person with what they may do now, or with what a token leaves of that. The owner may do everything, member
 * or not.
 */
export async function principalOf(
  r: Reader,
  { id, name, role }: UserRow,
  token: TokenLimits | null = null,
): Promise<Principal> {
  const memberships = role === 'owner' ? new Map() : await membershipsOf(r, id)
  return { id: actorId('user', id), name, instanceRole: role, memberships, token }
}

/** Somebody who is not signed in: may do what projects that are shared with everyone give. */
export async function visitor(r: Reader): Promise<Principal> {
  const memberships = await visitorMemberships(r)
  return { id: actorId('visitor'), name: '', instanceRole: 'visitor', memberships, token: null }
}
