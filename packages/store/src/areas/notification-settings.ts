import type { MailTime, NotificationKind } from '@dragoman/core'
import { append } from '@dragoman/core'
import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import { type NotificationSetting, notificationSetting } from './notification-row.ts'

/** Emails are sent once a day unless the person chooses otherwise. */
export const DEFAULT_MAIL: MailTime = 'daily'

/** Returns a person's settings, general and for projects. */
export async function notificationSettings(
  { db }: Reader,
  userId: number,
): Promise<readonly NotificationSetting[]> {
  const rows = await db
    .selectFrom('notification_setting')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('project_id')
    .execute()
  return rows.map(notificationSetting)
}

/** Returns settings of many people, for one project and general. */
export async function settingsOfPeople(
  { db, dialect }: Reader,
  projectId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, readonly NotificationSetting[]>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('notification_setting')
    .selectAll()
    .where('project_id', 'in', [0, projectId])
    .where(dialect.inIds(sql.ref('user_id'), userIds))
    .execute()
  const found = new Map<number, NotificationSetting[]>()
  for (const row of rows) append(found, row.user_id, notificationSetting(row))
  return found
}

/** Returns the settings that apply to a project: its own, else the general ones. */
export function settingFor(
  settings: readonly NotificationSetting[],
  projectId: number,
): { readonly mail: MailTime; readonly muted: readonly NotificationKind[] } {
  const general = settings.find((one) => one.projectId === null)
  const own = settings.find((one) => one.projectId === projectId)
  return {
    mail: own?.mail ?? general?.mail ?? DEFAULT_MAIL,
    muted: [...(general?.muted ?? []), ...(own?.muted ?? [])],
  }
}

export async function putNotificationSetting(
  { db }: Writer,
  userId: number,
  { projectId, mail, muted }: NotificationSetting,
): Promise<void> {
  const values = { mail, muted: JSON.stringify(muted) }
  await db
    .insertInto('notification_setting')
    .values({ user_id: userId, project_id: projectId ?? 0, ...values })
    .onConflict((on) => on.columns(['user_id', 'project_id']).doUpdateSet(values))
    .execute()
}

/** A person's time zone and language, for emails. */
export type NotifiedPerson = {
  readonly userId: number
  readonly timeZone: string
  readonly language: string | null
}

export async function notifiedPerson({ db }: Reader, userId: number): Promise<NotifiedPerson | null> {
  const row = await db
    .selectFrom('notification_person')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { userId, timeZone: row.time_zone, language: row.language } : null
}

export async function putNotifiedPerson({ db }: Writer, person: NotifiedPerson): Promise<void> {
  const values = { time_zone: person.timeZone, language: person.language }
  await db
    .insertInto('notification_person')
    .values({ user_id: person.userId, ...values, look_at: null })
    .onConflict((on) => on.column('user_id').doUpdateSet(values))
    .execute()
}
