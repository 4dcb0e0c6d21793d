import { type Principal, SHARED_ROLES, userIdOf } from '@dragoman/core'
import { isPersonOfProjects, type Reader } from '@dragoman/store'

/**
 * Whether someone can see a person of this server: themselves, the people of projects they are a member of, and for
 * owners everyone. Reading a shared project makes no one a member.
 */
export async function maySeePerson(r: Reader, actor: Principal | null, userId: number): Promise<boolean> {
  if (actor === null) return false
  const { id, instanceRole, memberships, token } = actor
  if (userIdOf(id) === userId) return true
  const only = token?.projectId ?? null
  if (instanceRole === 'owner' && only === null) return true
  const projects = [...memberships]
    .filter(([, all]) => all.some(({ role }) => !SHARED_ROLES.some((shared) => shared === role)))
    .map(([projectId]) => projectId)
    .filter((projectId) => only === null || projectId === only)
  if (only !== null && instanceRole === 'owner' && projects.length === 0) projects.push(only)
  return isPersonOfProjects(r, userId, projects)
}
