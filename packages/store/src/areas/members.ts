import { isUnlimited, type MemberRef, type ProjectRole } from '@dragoman/core'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../store.ts'
import { idsByName } from './ids-by-name.ts'
import type { OwnMembership } from './memberships.ts'
import { otherAccessOf } from './other-access.ts'
import { rolesInSql } from './role-of.ts'
import { membershipsOfRow, type RightsColumns, rightsOf } from './stored-rights.ts'

const MANAGING = rolesInSql('members.manage')

/** Identifies a row of the list of members. */

type Common = {
  readonly id: number
  readonly name: string
  /** Null: an owner of the instance who is not a member. */
  readonly rights: OwnMembership | null
  /** 0: not a member. */
  readonly version: number
}
export type MemberRow =
  | (Common & {
      readonly kind: 'person'
      readonly isOwner: boolean
      readonly isSuspended: boolean
      readonly seenAt: string | null
      /** Names of groups of the project that they are in. */
      readonly groups: readonly string[]
    })
  | (Common & { readonly kind: 'group'; readonly people: number })
  | (Common & { readonly kind: 'invitation'; readonly invitation: ShownInvitation })

/** An invitation as shown in lists; its `name` is the address, or empty. */
export type ShownInvitation = {
  readonly number: number
  readonly used: number
  readonly expiresAt: string
  readonly invitedBy: string
  /** The person a link is for, as noted by its creator. */
  readonly note: string
}

export type MemberFilter = {
  readonly q: string
  readonly role: ProjectRole | null
  readonly language: string | null
  readonly namespace: string | null
}

export const MEMBER_KINDS = ['person', 'group', 'invitation'] as const
export type MemberKind = (typeof MEMBER_KINDS)[number]
export type MemberCounts = Readonly<Record<MemberKind, number>>

type Section = {
  readonly table: RawBuilder<unknown>
  readonly name: RawBuilder<string>
  /** What a search finds it by, if not its name. */
  readonly found?: RawBuilder<string>
  readonly id: RawBuilder<number>
}

/** Returns the SQL of one kind of members; in each, `m` is the row with the rights. */
function sectionOf(kind: MemberKind, projectId: number): Section {
  switch (kind) {
    case 'person':
      return {
        table: sql`"user" u left join membership m on m.user_id = u.id and m.project_id = ${projectId}
          where (m.role is not null or u.role = 'owner')`,
        name: sql`u.name`,
        id: sql`u.id`,
      }
    case 'group':
      return {
        table: sql`person_group u join group_membership m on m.group_id = u.id where m.project_id = ${projectId}`,
        name: sql`u.name`,
        id: sql`u.id`,
      }
    case 'invitation':
      return {
        // An expired one stays, so that it can be sent again; a used-up one is left out.
        table: sql`invitation m where m.project_id = ${projectId} and m.withdrawn_at is null and m.used < m.number`,
        name: sql`coalesce(m.address, '')`,
        found: sql`coalesce(m.address, m.note)`,
        id: sql`m.id`,
      }
  }
}

/** Returns how many of each kind there are, regardless of the filter. */
export async function memberCounts(r: Reader, projectId: number): Promise<MemberCounts> {
  const counted = async (kind: MemberKind) => {
    const { table } = sectionOf(kind, projectId)
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${table}`.execute(r.db)
    return Number(rows[0]?.count ?? 0)
  }
  return {
    person: await counted('person'),
    group: await counted('group'),
    invitation: await counted('invitation'),
  }
}

/**
 * Returns people, groups and invitations of a project, in this order, each by name. `next`: where the next
 * page starts; null after the last.
 */
export async function listMembers(
  r: Reader,
  request: {
    readonly projectId: number
    readonly kinds: readonly MemberKind[]
    readonly filter: MemberFilter
    readonly offset: number
    readonly limit: number
  },
): Promise<{ readonly members: readonly MemberRow[]; readonly next: number | null; readonly total: number }> {
  const { projectId, filter, limit } = request
  const members: MemberRow[] = []
  let total = 0
  for (const kind of request.kinds) {
    const section = sectionOf(kind, projectId)
    const where = await conditionOf(r, section, filter)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${section.table} and ${where}`.execute(r.db)
    const count = Number(rows[0]?.count ?? 0)
    const from = Math.max(0, request.offset - total)
    const wanted = limit - members.length
    if (wanted > 0 && from < count)
      members.push(...(await readSection(r, { projectId, kind, section, where, from, limit: wanted })))
    total += count
  }
  const end = request.offset + members.length
  return { members, next: end < total && members.length > 0 ? end : null, total }
}

async function conditionOf(
  r: Reader,
  section: Section,
  { q, role, language, namespace }: MemberFilter,
): Promise<RawBuilder<SqlBool>> {
  const all: RawBuilder<SqlBool>[] = [sql<SqlBool>`1 = 1`]
  if (role !== null || language !== null || namespace !== null)
    all.push(r.dialect.inIds(section.id, await withRights(r, section, { role, language, namespace })))
  if (q !== '') {
    const named = { table: section.table, id: section.id, name: section.found ?? section.name }
    all.push(r.dialect.inIds(section.id, await idsByName(r, named, q)))
  }
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

/**
 * Returns the ids of members one of whose roles passes a filter. Managers are not limited to languages and namespaces.
 * Roles are lists in a column, so they are compared here, as names are.
 */
async function withRights(
  r: Reader,
  { id, table }: Section,
  { role, language, namespace }: Omit<MemberFilter, 'q'>,
): Promise<readonly number[]> {
  const { rows } = await sql<RightsColumns & { id: number; role: string | null }>`
    select ${id} as id, m.role, m.languages, m.namespaces, m.grants from ${table}`.execute(r.db)
  return rows.flatMap((row) => {
    if (row.role === null) return []
    const passes = membershipsOfRow(row, null).some(
      (one) =>
        (role === null || one.role === role) &&
        (isUnlimited(one.role) ||
          ((language === null || (one.languages?.has(language) ?? true)) &&
            (namespace === null || (one.namespaces?.has(namespace) ?? true)))),
    )
    return passes ? [row.id] : []
  })
}

type Columns = {
  id: number
  name: string
  role: string | null
  languages: string | null
  namespaces: string | null
  grants: string | null
  version: number | null
}

async function readSection(
  r: Reader,
  {
    projectId,
    kind,
    section,
    where,
    from,
    limit,
  }: {
    projectId: number
    kind: MemberKind
    section: Section
    where: RawBuilder<SqlBool>
    from: number
    limit: number
  },
): Promise<readonly MemberRow[]> {
  const more = {
    person: sql`u.role as instance_role, u.suspended_at`,
    group: sql`(select count(*) from group_member g where g.group_id = u.id) as people`,
    invitation: sql`m.number, m.used, m.expires_at, m.created_by_label, m.note`,
  }[kind]
  const { rows } = await sql<Columns & Record<string, unknown>>`
    select ${section.id} as id, ${section.name} as name, m.role, m.languages, m.namespaces, m.grants, m.version, ${more}
    from ${section.table} and ${where}
    order by lower(${section.name}), ${section.id} limit ${limit} offset ${from}`.execute(r.db)
  const people = kind === 'person' ? rows.map(({ id }) => id) : []
  const seen = await lastSeen(r, people)
  const others = await otherAccessOf(r, projectId, people)
  const rowOf = (row: (typeof rows)[number]): MemberRow => {
    const common = { id: row.id, name: row.name, rights: rightsOf(row), version: row.version ?? 0 }
    switch (kind) {
      case 'person':
        return {
          ...common,
          kind,
          isOwner: row.instance_role === 'owner',
          isSuspended: row.suspended_at !== null,
          seenAt: seen.get(row.id) ?? null,
          groups: others.get(row.id)?.groups ?? [],
        }
      case 'group':
        return { ...common, kind, people: Number(row.people) }
      case 'invitation':
        return {
          ...common,
          kind,
          invitation: {
            number: Number(row.number),
            used: Number(row.used),
            expiresAt: String(row.expires_at),
            invitedBy: String(row.created_by_label),
            note: String(row.note),
          },
        }
    }
  }
  return rows.map(rowOf)
}

/** Returns when people last used a session that still exists. */
async function lastSeen({ db, dialect }: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ user_id: number; seen_at: string }>`
    select user_id, max(seen_at) as seen_at from session where ${dialect.inIds(sql.ref('user_id'), ids)}
    group by user_id`.execute(db)
  return new Map(rows.map((row) => [row.user_id, row.seen_at]))
}

/** Returns some people who can change members, for users who have to ask one; no one can ask suspended people. */
export async function someManagers(
  { db }: Reader,
  projectId: number,
  limit: number,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from "user" u
    where u.suspended_at is null and (u.role = 'owner' or u.id in (${managersInSql(projectId)}))
    order by u.name limit ${limit}`.execute(db)
  return rows
}

/**
 * Selects the ids of the people who manage a project, directly or through a group; owners of the instance have to be
 * added, and suspended people left out.
 */
export function managersInSql(projectId: RawBuilder<number> | number): RawBuilder<number> {
  return sql`select user_id from membership where project_id = ${projectId} and role in (${MANAGING})
    union select gm.user_id from group_member gm join group_membership g on g.group_id = gm.group_id
      where g.project_id = ${projectId} and g.role in (${MANAGING})`
}

/**
 * Returns how many people manage a project, directly or through a group; owners of the instance and suspended people
 * are not counted.
 */
export async function managerCount({ db }: Reader, projectId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from "user" u
    where u.suspended_at is null and u.id in (${managersInSql(projectId)})`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Returns the only manager of a project, a person or a group; null: there are several, or none. */
export async function lastManager({ db }: Reader, projectId: number): Promise<MemberRef | null> {
  const { rows } = await sql<{ who: MemberRef }>`
    select 'user:' || user_id as who from membership join "user" u on u.id = user_id
      where project_id = ${projectId} and membership.role in (${MANAGING}) and u.suspended_at is null
    union all select 'group:' || group_id as who from group_membership g
      where project_id = ${projectId} and role in (${MANAGING}) and exists (
        select 1 from group_member m join "user" u on u.id = m.user_id
        where m.group_id = g.group_id and u.suspended_at is null)
    limit 2`.execute(db)
  return rows.length === 1 ? (rows[0]?.who ?? null) : null
}
