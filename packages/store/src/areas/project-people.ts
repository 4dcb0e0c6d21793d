import type { Membership } from '@dragoman/core'
import type { Reader, Writer } from '../store.ts'
import { membersProject } from './memberships.ts'
import { membershipsOfRow } from './stored-rights.ts'

/** A person of a project and their memberships. Owners belong to every project. */
export type ProjectPerson = {
  readonly userId: number
  readonly isOwner: boolean
  readonly memberships: readonly Pick<Membership, 'role' | 'languages' | 'namespaces'>[]
  /** Languages in which they have saved texts since a time. */
  readonly worked: ReadonlySet<string>
}

/**
 * Returns the members who can read a project, and the owners who have worked in it, with a fixed number of
 * queries. Suspended people are left out: they can do nothing, so no one asks or notifies them.
 */
export async function projectPeople(
  r: Reader,
  of: number,
  workedSince: string,
): Promise<ReadonlyMap<number, ProjectPerson>> {
  const { db } = r
  const projectId = await membersProject(r, of)
  const worked = await db
    .selectFrom('worked_language')
    .select(['user_id', 'language'])
    .where('project_id', '=', projectId)
    .where('at', '>=', workedSince)
    .execute()
  const own = await db
    .selectFrom('membership')
    .select(['user_id', 'role', 'languages', 'namespaces', 'grants'])
    .where('project_id', '=', projectId)
    .execute()
  const ofGroups = await db
    .selectFrom('group_membership')
    .innerJoin('group_member', 'group_member.group_id', 'group_membership.group_id')
    .select(['user_id', 'role', 'languages', 'namespaces', 'grants'])
    .where('project_id', '=', projectId)
    .execute()
  const owners = await db.selectFrom('user').select('id').where('role', '=', 'owner').execute()
  const suspended = await db.selectFrom('user').select('id').where('suspended_at', 'is not', null).execute()
  const people = new Map<
    number,
    { isOwner: boolean; memberships: ProjectPerson['memberships'][number][]; worked: Set<string> }
  >()
  const personOf = (userId: number) => {
    let person = people.get(userId)
    if (person === undefined) {
      person = { isOwner: false, memberships: [], worked: new Set() }
      people.set(userId, person)
    }
    return person
  }
  for (const { id } of owners) personOf(id).isOwner = true
  for (const row of [...own, ...ofGroups])
    for (const { role, languages, namespaces } of membershipsOfRow(row, null))
      personOf(row.user_id).memberships.push({ role, languages, namespaces })
  for (const { id } of suspended) people.delete(id)
  for (const { user_id, language } of worked) people.get(user_id)?.worked.add(language)
  return new Map([...people].map(([userId, person]) => [userId, { userId, ...person }]))
}

/** Returns the people of some groups. */
export async function peopleOfGroups(
  { db }: Reader,
  groupIds: readonly number[],
): Promise<readonly number[]> {
  if (groupIds.length === 0) return []
  const rows = await db
    .selectFrom('group_member')
    .select('user_id')
    .distinct()
    .where('group_id', 'in', groupIds)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Records that a person saved texts in a language. */
export async function noteWorked(
  { db }: Writer,
  {
    userId,
    projectId,
    language,
  }: { readonly userId: number; readonly projectId: number; readonly language: string },
  at: string,
): Promise<void> {
  await db
    .insertInto('worked_language')
    .values({ user_id: userId, project_id: projectId, language, at })
    .onConflict((on) => on.columns(['project_id', 'language', 'user_id']).doUpdateSet({ at }))
    .execute()
}

/** Returns those of the languages that have no record of the person's work since a time. */
export async function languagesToNotify(
  { db }: Reader,
  {
    userId,
    projectId,
    languages,
  }: { readonly userId: number; readonly projectId: number; readonly languages: readonly string[] },
  since: string,
): Promise<readonly string[]> {
  if (languages.length === 0) return []
  const rows = await db
    .selectFrom('worked_language')
    .select('language')
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId)
    .where('at', '>=', since)
    .execute()
  const noted = new Set(rows.map(({ language }) => language))
  return languages.filter((language) => !noted.has(language))
}

/** Returns the groups that a person is in. */
export async function groupsOfPerson({ db }: Reader, userId: number): Promise<readonly number[]> {
  const rows = await db.selectFrom('group_member').select('group_id').where('user_id', '=', userId).execute()
  return rows.map((row) => row.group_id)
}
