import type { InstanceRole } from '@dragoman/core'
import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'

/** Somebody with an account, as those see them who look after all of them. */
export type PersonRow = {
  readonly id: number
  readonly name: string
  readonly role: InstanceRole
  readonly createdAt: string
  readonly seenAt: string | null
  readonly sessions: number
  readonly projects: number
}

type Found = {
  readonly id: number
  readonly name: string
  readonly role: string
  readonly created_at: string
  readonly seen_at: string | null
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
  const isFound = r.dialect.contains(sql`lower(u.name)`, text.toLowerCase())
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
  const { rows } = await sql<Found>`select u.id, u.name, u.role, u.created_at,
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
    sessions: Number(row.sessions),
    projects: Number(row.projects),
  }))
}

/**
 * Makes somebody an owner or a member. False where they are the last owner, and nothing was changed: somebody
 * must be able to look after the installation.
 */
export async function setInstanceRole(w: Writer, userId: number, role: InstanceRole): Promise<boolean> {
  // Everybody who changes a role holds the rows of the owners, so that two cannot lower the last two at once.
  await w.db.updateTable('user').set({ role: 'owner' }).where('role', '=', 'owner').execute()
  if (role === 'member') {
    const others = await w.db
      .selectFrom('user')
      .select('id')
      .where('role', '=', 'owner')
      .where('id', '!=', userId)
      .limit(1)
      .execute()
    if (others.length === 0) return false
  }
  await w.db.updateTable('user').set({ role }).where('id', '=', userId).execute()
  w.emit({ kind: 'user.changed', projectId: null, payload: { userId } })
  return true
}
