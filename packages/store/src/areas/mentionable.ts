import { sql } from 'kysely'
import type { Reader } from '../store.ts'
import { membersProject } from './memberships.ts'

/** A person or a group that a comment can mention. */
export type Mentionable = {
  readonly id: number
  readonly name: string
  /** Role in the project; null: an owner of the instance. */
  readonly role: string | null
}

/**
 * Returns members of a project, direct or through a group, and the owners, who are in every project; by name.
 */
export async function mentionablePeople(r: Reader, of: number): Promise<readonly Mentionable[]> {
  const projectId = await membersProject(r, of)
  const { rows } = await sql<Mentionable>`
    select u.id, u.name, max(part.role) as role from "user" u
    left join (
      select user_id, role from membership where project_id = ${projectId}
      union all
      select m.user_id, g.role from group_membership g join group_member m on m.group_id = g.group_id
        where g.project_id = ${projectId}
    ) part on part.user_id = u.id
    where part.role is not null or u.role = 'owner'
    group by u.id, u.name order by u.name`.execute(r.db)
  return rows
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
