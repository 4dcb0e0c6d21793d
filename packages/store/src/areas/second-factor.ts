import type { Reader, Writer } from '../store.ts'
import { emitChanged } from './users.ts'

/** A person's authenticator app, and the last time step that was used. */
export type Totp = {
  /** Encrypted. */
  readonly secret: string
  readonly lastStep: number | null
  readonly confirmedAt: string | null
}

export async function totpOf({ db }: Reader, userId: number): Promise<Totp | null> {
  const row = await db
    .selectFrom('user')
    .select(['totp_secret', 'totp_step', 'totp_confirmed_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (row === undefined || row.totp_secret === null) return null
  return { secret: row.totp_secret, lastStep: row.totp_step, confirmedAt: row.totp_confirmed_at }
}

/** Stores a new authenticator app; codes are not required until its first one was confirmed. */
export async function startTotp({ db }: Writer, userId: number, sealed: string): Promise<void> {
  await db
    .updateTable('user')
    .set({ totp_secret: sealed, totp_step: null, totp_confirmed_at: null })
    .where('id', '=', userId)
    .where('totp_confirmed_at', 'is', null)
    .execute()
}

/**
 * Accepts the code of a time step. False if that one, or a later one, was used before: a code works once; or if the
 * authenticator app whose `secret` it was checked with is no longer the person's.
 */
export async function takeTotpStep(
  { db }: Writer,
  userId: number,
  { step, secret }: { readonly step: number } & Pick<Totp, 'secret'>,
): Promise<boolean> {
  const done = await db
    .updateTable('user')
    .set({ totp_step: step })
    .where('id', '=', userId)
    .where('totp_secret', '=', secret)
    .where((where) => where.or([where('totp_step', 'is', null), where('totp_step', '<', step)]))
    .executeTakeFirst()
  return Number(done.numUpdatedRows) > 0
}

/** Turns the second factor on; `recoveryCodes` are hashes. */
export async function confirmTotp(
  w: Writer,
  userId: number,
  { at, recoveryCodes }: { readonly at: string; readonly recoveryCodes: readonly string[] },
): Promise<void> {
  await w.db.updateTable('user').set({ totp_confirmed_at: at }).where('id', '=', userId).execute()
  await putRecoveryCodes(w, userId, recoveryCodes)
}

/** Turns the second factor off. */
export async function removeTotp(w: Writer, userId: number): Promise<void> {
  await w.db
    .updateTable('user')
    .set({ totp_secret: null, totp_step: null, totp_confirmed_at: null })
    .where('id', '=', userId)
    .execute()
  await w.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  emitChanged(w, userId)
}

/** Replaces the recovery codes. */
export async function putRecoveryCodes(w: Writer, userId: number, hashes: readonly string[]): Promise<void> {
  await w.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const rows = hashes.map((hash) => ({ user_id: userId, hash, used_at: null }))
  if (rows.length > 0) await w.db.insertInto('recovery_code').values(rows).execute()
  emitChanged(w, userId)
}

/** Uses up a recovery code. False if there is no such code, or it was used before. */
export async function useRecoveryCode(
  { db }: Writer,
  userId: number,
  { hash, at }: { readonly hash: string; readonly at: string },
): Promise<boolean> {
  const done = await db
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return Number(done.numUpdatedRows) > 0
}

export async function recoveryCodesLeft({ db }: Reader, userId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
