import { actorId, membershipsFrom, type Principal, type Rights, type TokenLimits } from '@dragoman/core'
import { branchIdsOf, membershipsOf, type Reader, type UserRow, visitorMemberships } from '@dragoman/store'

/**
 * Returns a person with their current permissions, limited by a token if there is one. An owner can do
 * everything, even without being a member.
 */
export async function principalOf(
  r: Reader,
  { id, name, role }: UserRow,
  token: TokenLimits | null = null,
): Promise<Principal> {
  const memberships = role === 'owner' ? new Map() : await membershipsOf(r, id)
  return {
    id: actorId('user', id),
    name,
    instanceRole: role,
    memberships,
    token: await reachingBranches(r, token),
  }
}

/** Returns someone who has nothing but some rights in a project. */
export function principalWith(projectId: number, rights: Rights): Principal {
  const memberships = new Map([[projectId, membershipsFrom(rights, null)]])
  return { id: actorId('user'), name: '', instanceRole: 'member', memberships, token: null }
}

/** Someone who is not signed in: can do whatever projects shared with everyone allow. */
export async function visitor(r: Reader): Promise<Principal> {
  const memberships = await visitorMemberships(r)
  return { id: actorId('visitor'), name: '', instanceRole: 'visitor', memberships, token: null }
}

/** A token for one project also works for its translation branches, with the same limits. */
async function reachingBranches(r: Reader, token: TokenLimits | null): Promise<TokenLimits | null> {
  if (token === null || token.projectId === null) return token
  return { ...token, branchIds: new Set(await branchIdsOf(r, token.projectId)) }
}
