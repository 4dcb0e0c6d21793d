import { ROLE_ACTIONS } from '@dragoman/core'
import { projectPeople, type Reader } from '@dragoman/store'

/** Returns the managers, or the owners of the instance if there are none. */
export async function managersOf(r: Reader, projectId: number): Promise<readonly number[]> {
  const people = [...(await projectPeople(r, projectId, '')).values()]
  const managers = people.filter(({ memberships }) =>
    memberships.some(({ role }) => ROLE_ACTIONS[role].has('members.manage')),
  )
  const recipients = managers.length > 0 ? managers : people.filter(({ isOwner }) => isOwner)
  return recipients.map(({ userId }) => userId)
}
