import type { InstanceRole } from '@dragoman/core'
import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import { removeAccount } from './remove-account.ts'
import { deleteSessionsOf } from './sessions.ts'
import { setSuspended } from './users.ts'

/** Somebody with an account, as those see them who look after all of them. */
export type PersonRow = {
  readonly id: number
  readonly name: string
  readonly role: InstanceRole
  readonly createdAt: string
  readonly seenAt: string | null
  /** Since when they may not sign in; null: they may. */
  readonly suspendedAt: string | null
  readonly sessions: number
  readonly projects: number
}

type Found = {
  readonly id: number
  readonly name: string
  readonly role: string
  readonly created_at: string
  readonly seen_at: string | null
  readonly suspended_at: string | null
  readonly sessions: number
  readonly projects: number
}

/** People by name, whose name holds `text`; `after`: the name of the last one that was read. */
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
  const isFound = text === '' ? sql`1 = 1` : r.dialect.contains(sql`lower(u.name)`, text.toLowerCase())
  const people = await select(
    r,
    at,
    sql`${isFound} ${after === null ? sql`` : sql`and u.name > ${after}`}
      order by u.name limit ${limit + 1}`,
  )
  const page = people.slice(0, limit)
  return { people: page, next: people.length > limit ? (page.at(-1)?.name ?? null) : null }
}

/** Null where there is no such account. */
export async function personById(r: Reader, id: number, at: string): Promise<PersonRow | null> {
  return (await select(r, at, sql`u.id = ${id}`))[0] ?? null
}

/** `at`: sessions that have ended by then do not count. */
async function select({ db }: Reader, at: string, where: ReturnType<typeof sql>): Promise<PersonRow[]> {
  const { rows } = await sql<Found>`select u.id, u.name, u.role, u.created_at, u.suspended_at,
      (select max(s.seen_at) from session s where s.user_id = u.id and s.expires_at > ${at}) as seen_at,
      (select count(*) from session s where s.user_id = u.id and s.expires_at > ${at}) as sessions,
      (select count(*) from membership m where m.user_id = u.id) as projects
    from "user" u where ${where}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    role: row.role === 'owner' ? 'owner' : 'member',
    createdAt: row.created_at,
    seenAt: row.seen_at,
    suspendedAt: row.suspended_at,
    sessions: Number(row.sessions),
    projects: Number(row.projects),
  }))
}

/**
 * Makes somebody an owner or a member. False where nobody else would look after the installation, and nothing
 * was changed.
 */
export async function setInstanceRole(w: Writer, userId: number, role: InstanceRole): Promise<boolean> {
  if (!(await isOwnerElsewhere(w, userId)) && role === 'member') return false
  await w.db.updateTable('user').set({ role }).where('id', '=', userId).execute()
  w.emit({ kind: 'user.changed', projectId: null, payload: { userId } })
  return true
}

/**
 * From `at` on the person may not sign in, and is signed out; null: they may again. False where nobody else
 * would look after the installation, and nothing was changed.
 */
export async function suspendPerson(w: Writer, userId: number, at: string | null): Promise<boolean> {
  if (!(await isOwnerElsewhere(w, userId)) && at !== null) return false
  await setSuspended(w, userId, at)
  if (at !== null) await deleteSessionsOf(w, userId)
  return true
}

/**
 * Removes somebody as `removeAccount` does. False where nobody else would look after the installation, and
 * nothing was changed.
 */
export async function removePerson(w: Writer, userId: number): Promise<boolean> {
  if (!(await isOwnerElsewhere(w, userId))) return false
  await removeAccount(w, userId)
  return true
}

/**
 * Somebody else is an owner who may sign in. Whoever changes an owner holds the rows of all of them until the
 * end of the transaction, so that two cannot take away the last two at once.
 */
async function isOwnerElsewhere({ db }: Writer, userId: number): Promise<boolean> {
  await db.updateTable('user').set({ role: 'owner' }).where('role', '=', 'owner').execute()
  const other = await db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'owner')
    .where('id', '!=', userId)
    .where('suspended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
