import { type MemberRef, type MemberRefKind, readMemberRef, simplifyRights } from '@dragoman/core'
import { type RawBuilder, sql } from 'kysely'
import { LastManagerError, NotReturnableError, StaleMembersError } from '../errors.ts'
import type { Reader, Writer } from '../store.ts'
import { idsOfGroup } from './groups.ts'
import { managerCount } from './members.ts'
import { membersProject, type OwnMembership, putMembership, removeMembership } from './memberships.ts'
import { columnsOf, rightsOf } from './stored-rights.ts'

/** The rights that a member should get, based on a version of the current ones; null: none. */
export type MemberChange = {
  readonly who: MemberRef
  /** 0: was not a member. */
  readonly baseVersion: number
  readonly rights: OwnMembership | null
}

/** What was changed, with names for the log, and the previous rights. */
export type ChangedMember = {
  readonly who: MemberRef
  readonly name: string
  readonly before: OwnMembership | null
  readonly after: OwnMembership | null
  /** The version now; 0: no longer a member. */
  readonly version: number
}

type Current = { readonly name: string; readonly version: number; readonly rights: OwnMembership | null }

/**
 * Makes all of the changes or none. Throws StaleMembersError if someone changed one meanwhile,
 * LastManagerError if the project would have no manager left, NotReturnableError for people who were never
 * members.
 */
export async function changeMembers(
  w: Writer,
  request: {
    readonly projectId: number
    readonly changes: readonly MemberChange[]
    readonly at: string
    /** Whether people who never were members can be added. */
    readonly mayAddAnybody: boolean
    /** The name of who changes them. */
    readonly by: string
  },
): Promise<readonly ChangedMember[]> {
  const { projectId, changes } = request
  // Before the project: a save of theirs holds themselves first, and waits for the project then.
  await lockAll(w, changes)
  // Two managers who demote each other at the same time must not both succeed.
  await w.dialect.lockProject(w.db, projectId)
  const managers = await managerCount(w, projectId)
  const currents = new Map<MemberRef, Current>()
  const stale: (Current & { readonly who: MemberRef })[] = []
  for (const { who, baseVersion, rights } of changes) {
    const current = await memberNow(w, projectId, who)
    if (current === null) throw new NotReturnableError()
    // First, because the caller must not learn who has an account.
    if (current.version === 0 && !request.mayAddAnybody) await requireReturnable(w, projectId, who)
    if (current.version === 0 && rights === null && baseVersion === 0) throw new NotReturnableError()
    currents.set(who, current)
    if (current.version !== baseVersion) stale.push({ who, ...current })
  }
  if (stale.length > 0) throw new StaleMembersError(stale)
  const changed: ChangedMember[] = []
  for (const { who, rights } of changes) {
    const current = currents.get(who)
    if (current === undefined) continue
    const after = rights && simplifyRights(rights)
    await writeMemberRights(w, { projectId, who, rights: after, at: request.at, by: request.by })
    const now = await memberNow(w, projectId, who)
    const version = now?.version ?? 0
    changed.push({ who, name: current.name, before: current.rights, after, version })
  }
  if (managers > 0 && (await managerCount(w, projectId)) === 0) throw new LastManagerError()
  return changed
}

async function lockAll(w: Writer, changes: readonly MemberChange[]): Promise<void> {
  const idsOf = (wanted: MemberRefKind) =>
    changes.flatMap(({ who }) => {
      const { kind, id } = readMemberRef(who)
      return kind === wanted ? [sql`${id}`] : []
    })
  const people = idsOf('user')
  const groups = idsOf('group')
  if (people.length > 0) await w.dialect.lockPeople(w.db, sql.join(people))
  if (groups.length > 0) await w.dialect.lockPeople(w.db, peopleOf(sql.join(groups)))
}

/** Selects the people of groups. */
function peopleOf(groupIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select user_id from group_member where group_id in (${groupIds})`
}

/** Returns the version of a person's own membership; null if they have none. */
export async function membershipVersion(
  r: Reader,
  { projectId, userId }: { readonly projectId: number; readonly userId: number },
): Promise<number | null> {
  const current = await memberNow(r, projectId, `user:${userId}`)
  return current === null || current.version === 0 ? null : current.version
}

/** Returns someone's current rights and their version; null if the person or group does not exist. */
export async function memberNow({ db }: Reader, projectId: number, who: MemberRef): Promise<Current | null> {
  const { kind, id } = readMemberRef(who)
  type Row = {
    name: string
    role: string | null
    languages: string | null
    namespaces: string | null
    grants: string | null
    version: number | null
    gone?: string | null
  }
  const query =
    kind === 'user'
      ? sql<Row>`select u.name, m.role, m.languages, m.namespaces, m.grants, m.version from "user" u
        left join membership m on m.user_id = u.id and m.project_id = ${projectId} where u.id = ${id}`
      : kind === 'group'
        ? sql<Row>`select u.name, m.role, m.languages, m.namespaces, m.grants, m.version from person_group u
          left join group_membership m on m.group_id = u.id and m.project_id = ${projectId} where u.id = ${id}`
        : sql<Row>`select coalesce(address, note) as name, role, languages, namespaces, grants, version,
          withdrawn_at as gone
          from invitation where project_id = ${projectId} and id = ${id}`
  const [row] = (await query.execute(db)).rows
  if (row === undefined) return null
  const rights = typeof row.gone === 'string' ? null : rightsOf(row)
  return { name: row.name, version: row.version ?? 0, rights }
}

/** Managers can only bring back former members. Other people have to be invited. */
async function requireReturnable({ db }: Reader, projectId: number, who: MemberRef): Promise<void> {
  const { kind, id } = readMemberRef(who)
  if (kind === 'group') return
  const row = await db
    .selectFrom('removed_membership')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new NotReturnableError()
}

/** Stores someone's rights; null: none any more. Everyone concerned is locked. */
export async function writeMemberRights(
  w: Writer,
  change: {
    readonly projectId: number
    readonly who: MemberRef
    readonly rights: OwnMembership | null
    readonly at: string
    /** The name of who changes them; absent: the program does. */
    readonly by?: string | undefined
  },
): Promise<void> {
  const { projectId, who, rights, at, by } = change
  const { kind, id } = readMemberRef(who)
  if (kind === 'user') {
    if (rights !== null) return putMembership(w, { userId: id, projectId, by }, rights)
    await removeMembership(w, { userId: id, projectId, by })
    await w.db
      .insertInto('removed_membership')
      .values({ project_id: projectId, user_id: id, removed_at: at })
      .onConflict((on) => on.columns(['project_id', 'user_id']).doUpdateSet({ removed_at: at }))
      .execute()
    return
  }
  if (kind === 'group') {
    await putGroupMembership(w, { groupId: id, projectId }, rights)
    return
  }
  await w.db
    .updateTable('invitation')
    .set({
      ...(rights === null ? { withdrawn_at: at } : { withdrawn_at: null, ...columnsOf(rights) }),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .execute()
  w.emit({ kind: 'invitation.changed', projectId, payload: { invitationId: id } })
}

/** Adds, changes or removes a group's membership in a project. */
async function putGroupMembership(
  w: Writer,
  { groupId, projectId }: { readonly groupId: number; readonly projectId: number },
  rights: OwnMembership | null,
): Promise<void> {
  if (rights === null)
    await w.db
      .deleteFrom('group_membership')
      .where('group_id', '=', groupId)
      .where('project_id', '=', projectId)
      .execute()
  else
    await w.db
      .insertInto('group_membership')
      .values({ group_id: groupId, project_id: projectId, ...columnsOf(rights), version: 1 })
      .onConflict((on) =>
        on
          .columns(['group_id', 'project_id'])
          .doUpdateSet({ ...columnsOf(rights), version: sql<number>`group_membership.version + 1` }),
      )
      .execute()
  const userIds = await idsOfGroup(w, groupId)
  w.emit({ kind: 'group.changed', projectId, payload: { groupId, userIds } })
}

/** Returns the rights of groups in a project, with their names; in a translation branch, those in its project. */
export async function groupRights(
  r: Reader,
  of: number,
): Promise<readonly { readonly groupId: number; readonly name: string; readonly rights: OwnMembership }[]> {
  const projectId = await membersProject(r, of)
  const rows = await r.db
    .selectFrom('group_membership')
    .innerJoin('person_group', 'person_group.id', 'group_membership.group_id')
    .selectAll('group_membership')
    .select('person_group.name')
    .where('project_id', '=', projectId)
    .orderBy('person_group.name')
    .execute()
  return rows.flatMap((row) => {
    const rights = rightsOf(row)
    return rights === null ? [] : [{ groupId: row.group_id, name: row.name, rights }]
  })
}
