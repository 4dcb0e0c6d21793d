import type { InstanceRole } from '@dragoman/core'
import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import { idsByName, PEOPLE } from './ids-by-name.ts'
import { removeAccount } from './remove-account.ts'
import { deleteSessionsOf } from './sessions.ts'
import { setSuspended } from './users.ts'

/** A person with an account, as administrators of the instance see them. */
export type PersonRow = {
  readonly id: number
  readonly name: string
  readonly role: InstanceRole
  readonly createdAt: string
  readonly seenAt: string | null
  /** When they were suspended; null: they can sign in. */
  readonly suspendedAt: string | null
  readonly sessions: number
  readonly hasSecondFactor: boolean
  /** Projects that they are a member of, themselves or through a group. */
  readonly projects: number
}

type Found = {
  readonly id: number
  readonly name: string
  readonly role: string
  readonly created_at: string
  readonly seen_at: string | null
  readonly suspended_at: string | null
  readonly totp_confirmed_at: string | null
  readonly sessions: number
  readonly projects: number
}

/** Returns people whose name contains `text`, by name; `after`: the name of the last one that was read. */
export async function listPeople(
  r: Reader,
  request: {
    readonly text: string
    readonly after: string | null
    readonly at: string
    readonly limit: number
  },
): Promise<{ readonly people: readonly PersonRow[]; readonly next: string | null }> {
  const { text, after, at, limit } = request
  const isFound = text === '' ? sql`1 = 1` : r.dialect.inIds(sql`u.id`, await idsByName(r, PEOPLE, text))
  const people = await select(
    r,
    at,
    sql`${isFound} ${after === null ? sql`` : sql`and (lower(u.name), u.name) > (lower(${after}), ${after})`}
      order by lower(u.name), u.name limit ${limit + 1}`,
  )
  const page = people.slice(0, limit)
  return { people: page, next: people.length > limit ? (page.at(-1)?.name ?? null) : null }
}

/** Returns a person; null if there is no such account. */
export async function personById(r: Reader, id: number, at: string): Promise<PersonRow | null> {
  return (await select(r, at, sql`u.id = ${id}`))[0] ?? null
}

/** Selects people; sessions that have ended by `at` do not count. */
async function select({ db }: Reader, at: string, where: ReturnType<typeof sql>): Promise<PersonRow[]> {
  const { rows } =
    await sql<Found>`select u.id, u.name, u.role, u.created_at, u.suspended_at, u.totp_confirmed_at,
      (select max(s.seen_at) from session s where s.user_id = u.id and s.expires_at > ${at}) as seen_at,
      (select count(*) from session s where s.user_id = u.id and s.expires_at > ${at}) as sessions,
      (select count(*) from project p where p.id in (
        select m.project_id from membership m where m.user_id = u.id
        union select o.project_id from group_member g join group_membership o on o.group_id = g.group_id
          where g.user_id = u.id)) as projects
    from "user" u where ${where}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    role: row.role === 'owner' ? 'owner' : 'member',
    createdAt: row.created_at,
    seenAt: row.seen_at,
    suspendedAt: row.suspended_at,
    sessions: Number(row.sessions),
    hasSecondFactor: row.totp_confirmed_at !== null,
    projects: Number(row.projects),
  }))
}

/** Makes a person an owner or a member; `by` is the name of who does. Returns false and changes nothing if no other owner would be left. */
export async function setInstanceRole(
  w: Writer,
  userId: number,
  role: InstanceRole,
  by?: string,
): Promise<boolean> {
  if (!(await hasOtherOwner(w, userId)) && role === 'member') return false
  await w.db.updateTable('user').set({ role }).where('id', '=', userId).execute()
  w.emit({ kind: 'user.changed', projectId: null, payload: { userId, ...(by === undefined ? {} : { by }) } })
  return true
}

/**
 * Suspends a person from `at` on and ends their sessions; null lifts the suspension. Returns false and
 * changes nothing if no other owner would be left.
 */
export async function suspendPerson(w: Writer, userId: number, at: string | null): Promise<boolean> {
  if (!(await hasOtherOwner(w, userId)) && at !== null) return false
  await setSuspended(w, userId, at)
  if (at !== null) await deleteSessionsOf(w, userId)
  return true
}

/**
 * Removes a person like `removeAccount`. Returns false and changes nothing if no other owner would be left.
 */
export async function removePerson(w: Writer, userId: number): Promise<boolean> {
  if (!(await hasOtherOwner(w, userId))) return false
  await removeAccount(w, userId)
  return true
}

/** Locks the rows of all owners until the end of the transaction. */
export async function lockOwners({ db }: Writer): Promise<void> {
  await db.updateTable('user').set({ role: 'owner' }).where('role', '=', 'owner').execute()
}

/**
 * Returns whether another owner can sign in. Locks all owners, so that two requests cannot remove the last two
 * at the same time.
 */
async function hasOtherOwner(w: Writer, userId: number): Promise<boolean> {
  await lockOwners(w)
  const other = await w.db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'owner')
    .where('id', '!=', userId)
    .where('suspended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
