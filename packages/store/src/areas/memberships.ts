import { type Membership, PROJECT_ROLES } from '@dragoman/core'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'

/** What a person may in which project, by the project's id. */
export async function membershipsOf(
  { db }: Reader,
  userId: number,
): Promise<ReadonlyMap<number, Membership>> {
  const rows = await db.selectFrom('membership').selectAll().where('user_id', '=', userId).execute()
  return new Map(rows.map((row) => [row.project_id, membership(row)]))
}

/** Makes a person a member of a project, or changes what they may there. */
export async function putMembership(
  { db, emit }: Writer,
  of: { readonly userId: number; readonly projectId: number },
  { role, languages, namespaces }: Membership,
): Promise<void> {
  const rights = {
    role,
    languages: languages && JSON.stringify([...languages]),
    namespaces: namespaces && JSON.stringify([...namespaces]),
  }
  await db
    .insertInto('membership')
    .values({ user_id: of.userId, project_id: of.projectId, ...rights })
    .onConflict((on) => on.columns(['user_id', 'project_id']).doUpdateSet(rights))
    .execute()
  emit({ kind: 'membership.changed', projectId: of.projectId, payload: { userId: of.userId } })
}

/** False where the person was no member. */
export async function removeMembership(
  { db, emit }: Writer,
  { userId, projectId }: { readonly userId: number; readonly projectId: number },
): Promise<boolean> {
  const done = await db
    .deleteFrom('membership')
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  const isRemoved = Number(done.numDeletedRows) > 0
  if (isRemoved) emit({ kind: 'membership.changed', projectId, payload: { userId } })
  return isRemoved
}

function membership(row: Tables['membership']): Membership {
  return {
    // A role that this program does not know may nothing but look.
    role: PROJECT_ROLES.find((role) => role === row.role) ?? 'viewer',
    languages: row.languages === null ? null : new Set(parseJson<string[]>(row.languages)),
    namespaces: row.namespaces === null ? null : new Set(parseJson<string[]>(row.namespaces)),
  }
}
