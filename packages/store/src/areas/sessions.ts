import { actorId } from '@dragoman/core'
import { sql } from 'kysely'
import type { SessionRow, UserRow } from '../account-types.ts'
import type { Reader, Writer } from '../store.ts'
import { removeSome } from './remove-some.ts'
import { userRow } from './users.ts'

export type NewSession = {
  readonly userId: number
  readonly idHash: string
  readonly at: string
  readonly expiresAt: string
  /** Names of browser and system. */
  readonly device?: string | null
  readonly address?: string | null
}

/** Removes some of the sessions that ended before a time. Returns true if there can be more. */
export function forgetSessions(w: Writer, before: string): Promise<boolean> {
  return removeSome(w, { table: 'session', id: 'id_hash', where: sql`expires_at <= ${before}` })
}

/** Stores a session under the hash of its secret. Signing in counts as a proof. */
export async function createSession({ db, emit }: Writer, session: NewSession): Promise<void> {
  await db
    .insertInto('session')
    .values({
      id_hash: session.idHash,
      user_id: session.userId,
      created_at: session.at,
      seen_at: session.at,
      expires_at: session.expiresAt,
      device: session.device ?? null,
      address: session.address ?? null,
      proved_at: session.at,
    })
    .execute()
  await db.updateTable('user').set({ seen_at: session.at }).where('id', '=', session.userId).execute()
  emit({
    kind: 'session.started',
    projectId: null,
    actorId: actorId('user', session.userId),
    payload: { userId: session.userId },
  })
}

/** Returns a session; null if there is none, it has ended by `now`, or its user is suspended. */
export async function sessionByHash(
  { db }: Reader,
  idHash: string,
  now: string,
): Promise<{ readonly session: SessionRow; readonly user: UserRow } | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .selectAll('user')
    .select([
      'session.created_at as began_at',
      'session.seen_at as used_at',
      'session.expires_at',
      'session.device',
      'session.address',
      'session.proved_at',
    ])
    .where('session.id_hash', '=', idHash)
    .where('session.expires_at', '>', now)
    .where('user.suspended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const session = {
    userId: row.id,
    createdAt: row.began_at,
    seenAt: row.used_at,
    expiresAt: row.expires_at,
    device: row.device,
    address: row.address,
    provedAt: row.proved_at,
  }
  return { session, user: userRow(row) }
}

/** Returns a person's active sessions, the most recently used first. */
export async function listSessions(
  { db }: Reader,
  userId: number,
  now: string,
): Promise<readonly (SessionRow & { readonly idHash: string })[]> {
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id_hash')
    .execute()
  return rows.map((row) => ({
    idHash: row.id_hash,
    userId: row.user_id,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
    device: row.device,
    address: row.address,
    provedAt: row.proved_at,
  }))
}

export async function touchSession(
  { db }: Writer,
  idHash: string,
  { at, expiresAt, address }: { readonly at: string; readonly expiresAt: string; readonly address: string },
): Promise<boolean> {
  const row = await db
    .updateTable('session')
    .set({ seen_at: at, expires_at: expiresAt, address })
    .where('id_hash', '=', idHash)
    .returning('user_id')
    .executeTakeFirst()
  if (row === undefined) return false
  await db.updateTable('user').set({ seen_at: at }).where('id', '=', row.user_id).execute()
  return true
}

/** Records that the person of a session has entered a proof. */
export async function noteProof({ db }: Writer, idHash: string, at: string): Promise<void> {
  await db.updateTable('session').set({ proved_at: at }).where('id_hash', '=', idHash).execute()
}

export async function deleteSession({ db, dialect, emit }: Writer, idHash: string): Promise<boolean> {
  await dialect.lockPeople(db, sql`select user_id from session where id_hash = ${idHash}`)
  const row = await db
    .deleteFrom('session')
    .where('id_hash', '=', idHash)
    .returning('user_id')
    .executeTakeFirst()
  if (row === undefined) return false
  emitEnded(emit, row.user_id, idHash)
  return true
}

/** Ends all sessions of a person, or all but one. */
export async function deleteSessionsOf(
  { db, dialect, emit }: Writer,
  userId: number,
  exceptHash: string | null = null,
): Promise<number> {
  await dialect.lockPeople(db, sql`${userId}`)
  const rows = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(exceptHash !== null, (query) => query.where('id_hash', '<>', exceptHash ?? ''))
    .returning('id_hash')
    .execute()
  for (const { id_hash: idHash } of rows) emitEnded(emit, userId, idHash)
  return rows.length
}

function emitEnded(emit: Writer['emit'], userId: number, sessionHash: string): void {
  emit({
    kind: 'session.ended',
    projectId: null,
    actorId: actorId('user', userId),
    payload: { sessionHash },
  })
}
