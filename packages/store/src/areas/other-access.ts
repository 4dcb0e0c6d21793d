import { sql } from 'kysely'
import type { Reader } from '../store.ts'

/** Access to a project without a role of one's own: through groups, by name, or as an owner of the instance. */
export type OtherAccess = { readonly groups: readonly string[]; readonly isOwner: boolean }

/** Returns which of these people have access to a project without a role of their own, and why. */
export async function otherAccessOf(
  { db, dialect }: Reader,
  projectId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, OtherAccess>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; role: string; group: string | null }>`
    select u.id, u.role, g.name as "group" from "user" u
    left join (
      select gm.user_id, p.name from group_membership m
      join group_member gm on gm.group_id = m.group_id
      join person_group p on p.id = m.group_id
      where m.project_id = ${projectId}) g on g.user_id = u.id
    where ${dialect.inIds(sql.ref('u.id'), userIds)} and (u.role = 'owner' or g.name is not null)
    order by lower(g.name), g.name`.execute(db)
  const found = new Map<number, { groups: string[]; isOwner: boolean }>()
  for (const { id, role, group } of rows) {
    const { groups } = found.get(id) ?? { groups: [] }
    found.set(id, { groups: group === null ? groups : [...groups, group], isOwner: role === 'owner' })
  }
  return found
}
