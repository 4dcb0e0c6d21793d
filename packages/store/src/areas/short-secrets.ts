import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'

/**
 * What a secret allows, once and for a short time: set a new password, confirm an address, continue after the
 * password with a second factor; `challenge` records used passkey responses, `logout-token` the logout tokens
 * of a provider, `reset-request` names for which a link was asked, which are looked up later.
 */
export type SecretKind =
  | 'reset'
  | 'reset-request'
  | 'confirm-address'
  | 'second-factor'
  | 'challenge'
  | 'logout-token'

export type ShortSecret = {
  readonly kind: SecretKind
  readonly userId: number | null
  readonly payload: unknown
  readonly expiresAt: string
  readonly usedAt: string | null
}

export type NewShortSecret = {
  readonly hash: string
  readonly kind: SecretKind
  readonly userId: number | null
  readonly payload?: unknown
  readonly at: string
  readonly expiresAt: string
}

/** How long an expired secret can still be distinguished from one that never existed. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** Stores a secret under its hash. False if it exists already. */
export async function addShortSecret({ db }: Writer, secret: NewShortSecret): Promise<boolean> {
  const forgotten = new Date(Date.parse(secret.at) - KEPT_MS).toISOString()
  await db.deleteFrom('short_secret').where('expires_at', '<', forgotten).execute()
  const done = await db
    .insertInto('short_secret')
    .values({
      hash: secret.hash,
      kind: secret.kind,
      user_id: secret.userId,
      payload: JSON.stringify(secret.payload ?? null),
      created_at: secret.at,
      expires_at: secret.expiresAt,
      used_at: null,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return Number(done.numInsertedOrUpdatedRows) > 0
}

/** Returns a secret of this kind, even if used or expired; null if it never existed. */
export async function shortSecret(
  { db }: Reader,
  kind: SecretKind,
  hash: string,
): Promise<ShortSecret | null> {
  const row = await db
    .selectFrom('short_secret')
    .selectAll()
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    kind,
    userId: row.user_id,
    payload: parseJson<unknown>(row.payload),
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  }
}

/** Uses up a secret. False if another request was first. */
export async function useShortSecret({ db }: Writer, hash: string, at: string): Promise<boolean> {
  const done = await db
    .updateTable('short_secret')
    .set({ used_at: at })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return Number(done.numUpdatedRows) > 0
}

/** Returns the secret of a kind that has expired first by `now`; null: none. */
export async function oldestExpiredSecret(
  { db }: Reader,
  kind: SecretKind,
  now: string,
): Promise<{ readonly hash: string; readonly payload: unknown } | null> {
  const row = await db
    .selectFrom('short_secret')
    .select(['hash', 'payload'])
    .where('kind', '=', kind)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { hash: row.hash, payload: parseJson<unknown>(row.payload) }
}

/** Removes a secret. False if there is none. */
export async function removeShortSecret({ db }: Writer, hash: string): Promise<boolean> {
  const done = await db.deleteFrom('short_secret').where('hash', '=', hash).executeTakeFirst()
  return Number(done.numDeletedRows) > 0
}

/** Uses up all of a person's secrets of a kind that still work. */
export async function endShortSecrets(
  { db }: Writer,
  userId: number,
  kind: SecretKind,
  at: string,
): Promise<void> {
  await db
    .updateTable('short_secret')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute()
}

/** Returns the person's newest secret of a kind that still works. */
export async function pendingSecret(
  { db }: Reader,
  userId: number,
  kind: SecretKind,
  now: string,
): Promise<ShortSecret | null> {
  const row = await db
    .selectFrom('short_secret')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (row === undefined) return null
  const { payload, expires_at: expiresAt } = row
  return { kind, userId, payload: parseJson<unknown>(payload), expiresAt, usedAt: null }
}
