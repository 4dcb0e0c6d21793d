import { sql } from 'kysely'
import type { Reader } from '../store.ts'
import { idsByName, PEOPLE } from './ids-by-name.ts'

/** A person's session, as administrators of the instance see it. */
export type PersonSessionRow = {
  readonly idHash: string
  readonly person: { readonly id: number; readonly name: string }
  /** Names of browser and system; null: not known. */
  readonly device: string | null
  readonly address: string | null
  readonly createdAt: string
  readonly seenAt: string
}

type Found = {
  readonly id_hash: string
  readonly user_id: number
  readonly name: string
  readonly device: string | null
  readonly address: string | null
  readonly created_at: string
  readonly seen_at: string
}

/** Separates the time and the hash in a cursor; neither contains it. */
const BETWEEN = '~'

/** Returns active sessions of people whose name contains `text`, the most recently used first. */
export async function listAllSessions(
  r: Reader,
  {
    text,
    cursor,
    at,
    limit,
  }: { readonly text: string; readonly cursor: string | null; readonly at: string; readonly limit: number },
): Promise<{ readonly sessions: readonly PersonSessionRow[]; readonly next: string | null }> {
  const [seenAt = '', hash = ''] = cursor === null ? [] : cursor.split(BETWEEN, 2)
  const isNamed =
    text === '' ? sql`` : sql`and ${r.dialect.inIds(sql`u.id`, await idsByName(r, PEOPLE, text))}`
  const isBelow = cursor === null ? sql`` : sql`and (s.seen_at, s.id_hash) < (${seenAt}, ${hash})`
  const { rows } = await sql<Found>`
    select s.id_hash, s.user_id, u.name, s.device, s.address, s.created_at, s.seen_at
    from session s join "user" u on u.id = s.user_id
    where s.expires_at > ${at} ${isNamed} ${isBelow}
    order by s.seen_at desc, s.id_hash desc limit ${limit + 1}`.execute(r.db)
  const sessions = rows.slice(0, limit).map((row) => ({
    idHash: row.id_hash,
    person: { id: row.user_id, name: row.name },
    device: row.device,
    address: row.address,
    createdAt: row.created_at,
    seenAt: row.seen_at,
  }))
  const last = sessions.at(-1)
  const next = rows.length > limit && last !== undefined ? `${last.seenAt}${BETWEEN}${last.idHash}` : null
  return { sessions, next }
}

/** Returns the name of a session's person, and its device; null if there is none. */
export async function describeSession(
  { db }: Reader,
  idHash: string,
): Promise<{ readonly person: string; readonly device: string | null } | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['user.name as person', 'session.device'])
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  return row ?? null
}
