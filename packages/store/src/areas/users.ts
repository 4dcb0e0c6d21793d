import { NameTakenError } from '../errors.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import type { UserRow } from '../types.ts'

/** The person who set this Dragoman up; null before that. */
export async function owner({ db }: Reader): Promise<UserRow | null> {
  const row = await db
    .selectFrom('user')
    .selectAll()
    .where('role', '=', 'owner')
    .orderBy('id')
    .executeTakeFirst()
  return row ? userRow(row) : null
}

/** Throws NameTakenError where there is an owner already: set-up happens once. */
export async function createOwner(
  w: Writer,
  user: { readonly name: string; readonly passwordHash: string | null; readonly at: string },
): Promise<UserRow> {
  // The counter's row is locked by this, so that two set-ups at once cannot both find nobody.
  const id = await w.dialect.allocate(w.db, 'user', 1)
  const there = await owner(w)
  if (there) throw new NameTakenError(there.name)
  const row: Tables['user'] = {
    id,
    name: user.name,
    password_hash: user.passwordHash,
    role: 'owner',
    created_at: user.at,
  }
  await w.db.insertInto('user').values(row).execute()
  return userRow(row)
}

/** Null where there is no such user. What the person wrote before keeps the name they had. */
export async function renameUser({ db }: Writer, userId: number, name: string): Promise<UserRow | null> {
  await db.updateTable('user').set({ name }).where('id', '=', userId).execute()
  const row = await db.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst()
  return row ? userRow(row) : null
}

export function userRow(row: Tables['user']): UserRow {
  return { id: row.id, name: row.name, passwordHash: row.password_hash, createdAt: row.created_at }
}
