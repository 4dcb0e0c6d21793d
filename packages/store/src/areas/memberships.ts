import { type Membership, PROJECT_ROLES, type ProjectRole, SHARED_ROLES } from '@dragoman/core'
import { type RawBuilder, sql } from 'kysely'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'

/** What somebody may in which projects, by the project's id. */
export type Memberships = ReadonlyMap<number, readonly Membership[]>

/** A person's own part in a project, without what groups and sharing add. */
export type OwnMembership = Omit<Membership, 'groupId' | 'role'> & { readonly role: ProjectRole }

type MembershipRow = {
  readonly project_id: number
  readonly role: string
  readonly languages: string | null
  readonly namespaces: string | null
  readonly group_id: number | null
}

/** What a person may: their own memberships, those of their groups, and projects shared with whoever signs in. */
export async function membershipsOf(r: Reader, userId: number): Promise<Memberships> {
  const { rows } = await sql<MembershipRow>`
    select project_id, role, languages, namespaces, null as group_id from membership where user_id = ${userId}
    union all
    select g.project_id, g.role, g.languages, g.namespaces, g.group_id
      from group_member m join group_membership g on g.group_id = m.group_id where m.user_id = ${userId}
    union all
    ${sharedWith(['signed-in', 'everyone'])}`.execute(r.db)
  return byProject(rows)
}

/** What somebody may who is not signed in. */
export async function visitorMemberships({ db }: Reader): Promise<Memberships> {
  const { rows } = await sql<MembershipRow>`${sharedWith(['everyone'])}`.execute(db)
  return byProject(rows)
}

function sharedWith(audiences: readonly string[]): RawBuilder<unknown> {
  const list = sql.join(audiences.map((audience) => sql.lit(audience)))
  // The first condition lets the databases use the index of projects that are shared at all.
  return sql`select id as project_id, shared_role as role, null as languages, null as namespaces, null as group_id
    from project
    where shared_with <> 'members' and shared_with in (${list})`
}

function byProject(rows: readonly MembershipRow[]): Memberships {
  const found = new Map<number, Membership[]>()
  for (const row of rows) {
    const list = found.get(row.project_id)
    if (list === undefined) found.set(row.project_id, [membership(row)])
    else list.push(membership(row))
  }
  return found
}

/** Makes a person a member of a project, or changes what they may there. */
export async function putMembership(
  { db, emit }: Writer,
  of: { readonly userId: number; readonly projectId: number },
  { role, languages, namespaces }: OwnMembership,
): Promise<void> {
  const rights = {
    role,
    languages: languages && JSON.stringify([...languages]),
    namespaces: namespaces && JSON.stringify([...namespaces]),
  }
  await db
    .insertInto('membership')
    .values({ user_id: of.userId, project_id: of.projectId, ...rights, version: 1 })
    .onConflict((on) =>
      on
        .columns(['user_id', 'project_id'])
        .doUpdateSet({ ...rights, version: sql<number>`membership.version + 1` }),
    )
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

function membership(row: MembershipRow): Membership {
  return {
    // A role that this program does not know may nothing but look.
    role: [...PROJECT_ROLES, ...SHARED_ROLES].find((role) => role === row.role) ?? 'reader',
    languages: row.languages === null ? null : new Set(parseJson<string[]>(row.languages)),
    namespaces: row.namespaces === null ? null : new Set(parseJson<string[]>(row.namespaces)),
    groupId: row.group_id,
  }
}
