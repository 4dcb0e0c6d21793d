import type { MailTime, NotificationKind } from '@dragoman/core'
import { append } from '@dragoman/core'
import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import { type NotificationSetting, notificationSetting } from './notification-row.ts'

/** Emails are sent once a day unless the person chooses otherwise. */
export const DEFAULT_MAIL: MailTime = 'daily'

/** Instead of a project, in the rows of general settings. */
const GENERAL = 0

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

/** What applies to a person's notifications of a project. */
type AppliedSetting = { readonly mail: MailTime; readonly muted: readonly NotificationKind[] }

/**
 * Returns a function that returns the settings of people in projects: those for the project, else the general ones. Those
 * for a project apply to its translation branches too.
 */
export async function settingsIn(
  { db, dialect }: Reader,
  of: { readonly projectIds: readonly number[]; readonly userIds: readonly number[] },
): Promise<(userId: number, projectId: number) => AppliedSetting> {
  const projects = await db
    .selectFrom('project')
    .select(['id', 'parent_id'])
    .where(dialect.inIds(sql.ref('id'), of.projectIds))
    .execute()
  const withSettings = new Map(projects.map(({ id, parent_id }) => [id, parent_id ?? id]))
  const rows = await db
    .selectFrom('notification_setting')
    .selectAll()
    .where(dialect.inIds(sql.ref('user_id'), of.userIds))
    .where(dialect.inIds(sql.ref('project_id'), [GENERAL, ...withSettings.values()]))
    .execute()
  const settings = new Map<number, NotificationSetting[]>()
  for (const row of rows) append(settings, row.user_id, notificationSetting(row))
  return (userId, projectId) => {
    const all = settings.get(userId) ?? []
    const general = all.find((one) => one.projectId === null)
    const own = all.find((one) => one.projectId === withSettings.get(projectId))
    return {
      mail: own?.mail ?? general?.mail ?? DEFAULT_MAIL,
      muted: [...(general?.muted ?? []), ...(own?.muted ?? [])],
    }
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
    .values({ user_id: userId, project_id: projectId ?? GENERAL, ...values })
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
