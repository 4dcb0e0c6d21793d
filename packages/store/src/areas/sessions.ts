import { actorId } from '@dragoman/core'
import type { SessionRow, UserRow } from '../account-types.ts'
import type { Reader, Writer } from '../store.ts'
import { userRow } from './users.ts'

/** Keeps a session by the hash of its secret; sessions that ended by `at` are cleared away. */
export async function createSession(
  { db, emit }: Writer,
  session: {
    readonly userId: number
    readonly idHash: string
    readonly at: string
    readonly expiresAt: string
  },
): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', session.at).execute()
  await db
    .insertInto('session')
    .values({
      id_hash: session.idHash,
      user_id: session.userId,
      created_at: session.at,
      seen_at: session.at,
      expires_at: session.expiresAt,
    })
    .execute()
  emit({
    kind: 'session.started',
    projectId: null,
    actorId: actorId('user', session.userId),
    payload: { userId: session.userId },
  })
}

/** Null where there is none, or it has ended by `now`. */
export async function sessionByHash(
  { db }: Reader,
  idHash: string,
  now: string,
): Promise<{ readonly session: SessionRow; readonly user: UserRow } | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .selectAll('user')
    .select(['session.created_at as began_at', 'session.seen_at', 'session.expires_at'])
    .where('session.id_hash', '=', idHash)
    .where('session.expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  return {
    session: { userId: row.id, createdAt: row.began_at, seenAt: row.seen_at, expiresAt: row.expires_at },
    user: userRow(row),
  }
}

export async function touchSession(
  { db }: Writer,
  idHash: string,
  at: string,
  expiresAt: string,
): Promise<boolean> {
  const done = await db
    .updateTable('session')
    .set({ seen_at: at, expires_at: expiresAt })
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  return Number(done.numUpdatedRows) > 0
}

export async function deleteSession({ db, emit }: Writer, idHash: string): Promise<boolean> {
  const row = await db
    .deleteFrom('session')
    .where('id_hash', '=', idHash)
    .returning('user_id')
    .executeTakeFirst()
  if (row === undefined) return false
  emit({
    kind: 'session.ended',
    projectId: null,
    actorId: actorId('user', row.user_id),
    payload: { sessionHash: idHash },
  })
  return true
}
