import { appendAll, isSharedRole, type Membership, type Rights } from '@dragoman/core'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import { columnsOf, membershipsOfRow, type RightsColumns } from './stored-rights.ts'

/** A person's memberships, by project id. */
export type Memberships = ReadonlyMap<number, readonly Membership[]>

/** A person's own membership in a project, without what groups and sharing add. */
export type OwnMembership = Rights

type MembershipRow = RightsColumns & {
  readonly project_id: number
  readonly group_id: number | null
}

/**
 * Returns a person's memberships: their own, those of their groups, and projects shared with everyone who
 * signs in.
 */
export async function membershipsOf(r: Reader, userId: number): Promise<Memberships> {
  return byProject(
    await withBranches(
      r,
      sql`
    select project_id, role, languages, namespaces, grants, null as group_id from membership where user_id = ${userId}
    union all
    select g.project_id, g.role, g.languages, g.namespaces, g.grants, g.group_id
      from group_member m join group_membership g on g.group_id = m.group_id where m.user_id = ${userId}
    union all
    ${sharedWith(['signed-in', 'everyone'])}`,
    ),
  )
}

/** Returns a person's own role in a project; null if they are not a member, though their group can be. */
export async function ownRole(
  { db }: Reader,
  of: { readonly userId: number; readonly projectId: number },
): Promise<string | null> {
  const row = await db
    .selectFrom('membership')
    .select('role')
    .where('user_id', '=', of.userId)
    .where('project_id', '=', of.projectId)
    .executeTakeFirst()
  return row?.role ?? null
}

/** Whether a person belongs to one of the projects, directly or through a group; owners belong to every project. */
export async function isPersonOfProjects(
  { db, dialect }: Reader,
  userId: number,
  projectIds: readonly number[],
): Promise<boolean> {
  if (projectIds.length === 0) return false
  const { rows } = await sql`
    select 1 from "user" where id = ${userId} and role = 'owner'
    union all
    select 1 from membership where user_id = ${userId} and ${dialect.inIds(sql.ref('project_id'), projectIds)}
    union all
    select 1 from group_member m join group_membership g on g.group_id = m.group_id
      where m.user_id = ${userId} and ${dialect.inIds(sql.ref('g.project_id'), projectIds)}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Returns the memberships of people who are not signed in. */
export async function visitorMemberships(r: Reader): Promise<Memberships> {
  return byProject(await withBranches(r, sharedWith(['everyone'])))
}

/** Adds the translation branches: they have exactly the memberships of their project. */
async function withBranches(
  { db }: Reader,
  memberships: RawBuilder<unknown>,
): Promise<readonly MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    with own as (${memberships})
    select * from own
    union all
    select branch.id, own.role, own.languages, own.namespaces, own.grants, own.group_id
      from own join project branch on branch.parent_id = own.project_id`.execute(db)
  return rows
}

/** Returns the project whose members apply: the parent of a translation branch, else the project itself. */
export async function membersProject({ db }: Reader, projectId: number): Promise<number> {
  const row = await db
    .selectFrom('project')
    .select('parent_id')
    .where('id', '=', projectId)
    .executeTakeFirst()
  return row?.parent_id ?? projectId
}

function sharedWith(audiences: readonly string[]): RawBuilder<unknown> {
  const list = sql.join(audiences.map((audience) => sql.lit(audience)))
  // The first condition lets the databases use the index of shared projects.
  return sql`select id as project_id, shared_role as role, null as languages, null as namespaces, '[]' as grants,
      null as group_id
    from project
    where shared_with <> 'members' and shared_with in (${list})`
}

function byProject(rows: readonly MembershipRow[]): Memberships {
  const found = new Map<number, Membership[]>()
  for (const row of rows) appendAll(found, row.project_id, membershipsIn(row))
  return found
}

/** Makes a person a member of a project, or changes their rights there; `by` is the name of who does. */
export async function putMembership(
  { db, dialect, emit }: Writer,
  of: { readonly userId: number; readonly projectId: number; readonly by?: string | undefined },
  given: OwnMembership,
): Promise<void> {
  await dialect.lockPeople(db, sql`${of.userId}`)
  const rights = columnsOf(given)
  await db
    .insertInto('membership')
    .values({ user_id: of.userId, project_id: of.projectId, ...rights, version: 1 })
    .onConflict((on) =>
      on
        .columns(['user_id', 'project_id'])
        .doUpdateSet({ ...rights, version: sql<number>`membership.version + 1` }),
    )
    .execute()
  emit({ kind: 'membership.changed', projectId: of.projectId, payload: { userId: of.userId, by: of.by } })
}

/** Removes a membership. False if the person was not a member. */
export async function removeMembership(
  { db, dialect, emit }: Writer,
  {
    userId,
    projectId,
    by,
  }: { readonly userId: number; readonly projectId: number; readonly by?: string | undefined },
): Promise<boolean> {
  await dialect.lockPeople(db, sql`${userId}`)
  const done = await db
    .deleteFrom('membership')
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  const isRemoved = Number(done.numDeletedRows) > 0
  if (isRemoved) emit({ kind: 'membership.changed', projectId, payload: { userId, by } })
  return isRemoved
}

function membershipsIn(row: MembershipRow): readonly Membership[] {
  const { role } = row
  if (!isSharedRole(role)) return membershipsOfRow(row, row.group_id)
  return [{ role, languages: null, namespaces: null, groupId: null }]
}
