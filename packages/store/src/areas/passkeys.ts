import type { PasskeyRow } from '../account-types.ts'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { emitChanged } from './users.ts'

/** Returns a person's passkeys, oldest first. */
export async function passkeysOf({ db }: Reader, userId: number): Promise<readonly PasskeyRow[]> {
  const rows = await db
    .selectFrom('passkey')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(passkey)
}

export async function passkeyById({ db }: Reader, id: string): Promise<PasskeyRow | null> {
  const row = await db.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : passkey(row)
}

/** Adds a passkey. False if it exists already. */
export async function addPasskey(w: Writer, row: Omit<PasskeyRow, 'lastUsedAt'>): Promise<boolean> {
  const done = await w.db
    .insertInto('passkey')
    .values({
      id: row.id,
      user_id: row.userId,
      name: row.name,
      public_key: row.publicKey,
      counter: row.counter,
      transports: JSON.stringify(row.transports),
      created_at: row.createdAt,
      last_used_at: null,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  emitChanged(w, row.userId)
  return Number(done.numInsertedOrUpdatedRows) > 0
}

type OwnPasskey = { readonly userId: number; readonly id: string }

/** Renames a passkey. False if the person has no such passkey. */
export async function renamePasskey(w: Writer, { userId, id }: OwnPasskey, name: string): Promise<boolean> {
  const done = await w.db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  emitChanged(w, userId)
  return Number(done.numUpdatedRows) > 0
}

/** Removes a passkey. Null if the person has no such passkey. */
export async function removePasskey(w: Writer, { userId, id }: OwnPasskey): Promise<PasskeyRow | null> {
  const row = await w.db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  emitChanged(w, userId)
  return row === undefined ? null : passkey(row)
}

/** Notes that a passkey was used. False if it was removed. */
export async function notePasskeyUse(
  { db }: Writer,
  { id, counter, at }: { readonly id: string; readonly counter: number; readonly at: string },
): Promise<boolean> {
  const done = await db
    .updateTable('passkey')
    .set({ counter, last_used_at: at })
    .where('id', '=', id)
    .executeTakeFirst()
  return Number(done.numUpdatedRows) > 0
}

function passkey(row: Tables['passkey']): PasskeyRow {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    publicKey: row.public_key,
    counter: row.counter,
    transports: parseJson<string[]>(row.transports),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}

/**
 * Returns whether an owner who can sign in has a password or a passkey, and so can sign in without an
 * identity provider.
 */
export async function hasOwnerWithOwnWay({ db }: Reader): Promise<boolean> {
  const row = await db
    .selectFrom('user')
    .select('user.id')
    .where('role', '=', 'owner')
    .where('suspended_at', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('password_hash', 'is not', null),
        exists(selectFrom('passkey').select('passkey.id').whereRef('passkey.user_id', '=', 'user.id')),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
