import { PROJECT_ROLES, type ProjectRole } from '@dragoman/core'
import { sql } from 'kysely'
import type { Reader } from '../store.ts'
import { membersProject } from './memberships.ts'
import { roleOf } from './role-of.ts'
import { rightsOf } from './stored-rights.ts'

/** A person or a group that a comment can mention. */
export type Mentionable = {
  readonly id: number
  readonly name: string
  /** Role in the project; null: an owner of the instance. */
  readonly role: string | null
}

/**
 * Returns members of a project, direct or through a group, and the owners, who are in every project; by name.
 * `show`: suspended people are not proposed to be mentioned or given tasks, but can have some.
 */
export async function mentionablePeople(
  r: Reader,
  of: number,
  show: 'active' | 'suspended too' = 'active',
): Promise<readonly Mentionable[]> {
  const projectId = await membersProject(r, of)
  const isShown = show === 'active' ? sql`u.suspended_at is null` : sql`1 = 1`
  const { rows } = await sql<Mentionable & { readonly grants: string | null }>`
    select u.id, u.name, part.role, part.grants from "user" u
    left join (
      select user_id, role, grants from membership where project_id = ${projectId}
      union all
      select m.user_id, g.role, g.grants from group_membership g join group_member m on m.group_id = g.group_id
        where g.project_id = ${projectId}
    ) part on part.user_id = u.id
    where ${isShown} and (part.role is not null or u.role = 'owner')
    order by u.name, u.id`.execute(r.db)
  const people = new Map<number, Mentionable>()
  for (const { id, name, role, grants } of rows) {
    const person = { id, name, role: highestRole({ role, languages: null, namespaces: null, grants }) }
    const known = people.get(person.id)
    if (known === undefined || placeOf(person.role) < placeOf(known.role)) people.set(person.id, person)
  }
  return [...people.values()]
}

/** Returns the highest role of a row. */
function highestRole(row: Parameters<typeof rightsOf>[0]): ProjectRole | null {
  const rights = rightsOf(row)
  if (rights === null) return null
  const all = [rights.role, ...(rights.grants ?? []).map((one) => one.role)]
  return PROJECT_ROLES.find((role) => all.includes(role)) ?? rights.role
}

/** Returns the place of a role among all, the highest first. */
function placeOf(role: string | null): number {
  return role === null ? PROJECT_ROLES.length : PROJECT_ROLES.indexOf(roleOf(role))
}

/** Returns groups that are members of a project, by name. */
export async function mentionableGroups(r: Reader, of: number): Promise<readonly Mentionable[]> {
  const projectId = await membersProject(r, of)
  return r.db
    .selectFrom('group_membership')
    .innerJoin('person_group', 'person_group.id', 'group_membership.group_id')
    .select(['person_group.id', 'person_group.name', 'group_membership.role'])
    .where('group_membership.project_id', '=', projectId)
    .orderBy('person_group.name')
    .execute()
}

/** Returns the name of a group; null if it does not exist. */
export async function groupName({ db }: Reader, groupId: number): Promise<string | null> {
  const row = await db.selectFrom('person_group').select('name').where('id', '=', groupId).executeTakeFirst()
  return row?.name ?? null
}
