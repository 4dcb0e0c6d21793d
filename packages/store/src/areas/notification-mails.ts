import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import { HAS_STRING, type NotificationRow, notificationRow } from './notification-row.ts'

const AT_ONCE = 500

/** Schedules a check, at `at` or earlier, whether these people should get an email. */
export async function lookLater({ db }: Writer, userIds: readonly number[], at: string): Promise<void> {
  for (let from = 0; from < userIds.length; from += AT_ONCE)
    await db
      .insertInto('notification_person')
      .values(
        userIds
          .slice(from, from + AT_ONCE)
          .map((userId) => ({ user_id: userId, time_zone: 'UTC', language: null, look_at: at })),
      )
      .onConflict((on) =>
        on
          .column('user_id')
          .doUpdateSet({ look_at: at })
          .where(sql<boolean>`coalesce(notification_person.look_at, '9') > ${at}`),
      )
      .execute()
}

/** Waits for another transaction that checks the person, and lets others wait for this one. */
export async function holdPerson({ db }: Writer, userId: number): Promise<void> {
  await db
    .updateTable('notification_person')
    .set((values) => ({ look_at: values.ref('look_at') }))
    .where('user_id', '=', userId)
    .execute()
}

/** Removes what is stored for emails to a person whose account was removed meanwhile. */
export async function forgetPerson({ db }: Writer, userId: number): Promise<void> {
  await db.deleteFrom('notification_person').where('user_id', '=', userId).execute()
}

/** Postpones a check that failed; one that is not due anymore stays as it is. */
export async function lookAgain({ db }: Writer, userId: number, at: string): Promise<void> {
  await db
    .updateTable('notification_person')
    .set({ look_at: at })
    .where('user_id', '=', userId)
    .where('look_at', '<', at)
    .execute()
}

/** Returns people whose check is due; that of someone who is suspended waits until they are restored. */
export async function peopleToLookAt({ db }: Reader, now: string, limit: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('notification_person')
    .select('user_id')
    .where('look_at', '<=', now)
    .where('user_id', 'not in', db.selectFrom('user').select('id').where('suspended_at', 'is not', null))
    .orderBy('look_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Returns a person's open notifications that no email has mentioned. */
export async function unmailedOf({ db }: Reader, userId: number): Promise<readonly NotificationRow[]> {
  const rows = await db
    .selectFrom('notification')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mailed_at', 'is', null)
    .where('done_at', 'is', null)
    .where(HAS_STRING)
    .orderBy('id')
    .execute()
  return rows.map(notificationRow)
}

/** Records, in the transaction of the email, which notifications it contains and when to check again. */
export async function noteMailed(
  { db, dialect }: Writer,
  userId: number,
  {
    ids,
    at,
    lookAt,
  }: { readonly ids: readonly number[]; readonly at: string; readonly lookAt: string | null },
): Promise<void> {
  if (ids.length > 0)
    await db
      .updateTable('notification')
      .set({ mailed_at: at })
      .where(dialect.inIds(sql.ref('id'), ids))
      .execute()
  await db.updateTable('notification_person').set({ look_at: lookAt }).where('user_id', '=', userId).execute()
}
