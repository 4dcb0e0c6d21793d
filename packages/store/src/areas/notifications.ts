import type { NotificationKind } from '@dragoman/core'
import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import {
  HAS_STRING,
  type NewNotification,
  type NotificationRow,
  notificationRow,
} from './notification-row.ts'
import { removeSome } from './remove-some.ts'

/** Rows per statement, within the limits of both databases. */
const AT_ONCE = 500

/**
 * Adds notifications, one for each person and subject. One that was done by work reopens, for example when
 * more strings join a batch: it is as new as the others, in the list and for emails. Returns the people whose
 * notifications changed.
 */
export async function addNotifications(
  w: Writer,
  all: readonly NewNotification[],
  at: string,
): Promise<ReadonlySet<number>> {
  const recipients = new Set<number>()
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const part = all.slice(from, from + AT_ONCE)
    const first = await w.dialect.allocate(w.db, 'notification', part.length)
    const rows: Tables['notification'][] = part.map((one, index) => ({
      id: first + index,
      user_id: one.userId,
      project_id: one.projectId,
      kind: one.kind,
      subject: one.subject,
      key_id: one.keyId,
      language: one.language,
      subject_id: one.subjectId,
      payload: JSON.stringify(one.payload),
      actor_id: one.actorId,
      created_at: at,
      done_at: null,
      done_by: null,
      later_until: null,
      mailed_at: null,
    }))
    const made = await w.db
      .insertInto('notification')
      .values(rows)
      .onConflict((on) =>
        on
          .columns(['project_id', 'subject', 'user_id'])
          .doUpdateSet((values) => ({
            kind: values.ref('excluded.kind'),
            payload: values.ref('excluded.payload'),
            actor_id: values.ref('excluded.actor_id'),
            created_at: at,
            done_at: null,
            done_by: null,
            mailed_at: null,
          }))
          .where('notification.done_by', '=', 'work'),
      )
      .returning('user_id')
      .execute()
    for (const { user_id } of made) recipients.add(user_id)
  }
  return recipients
}

/** Returns one of a person's own notifications. */
export async function notificationById(
  { db }: Reader,
  userId: number,
  id: number,
): Promise<NotificationRow | null> {
  const row = await db
    .selectFrom('notification')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? notificationRow(row) : null
}

/** Returns who has an open notification about a subject. */
export async function openHolders(
  { db }: Reader,
  projectId: number,
  subject: string,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('notification')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('subject', '=', subject)
    .where('done_at', 'is', null)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Returns who has a notification about a subject, open or done. */
export async function holders(
  { db }: Reader,
  projectId: number,
  subject: string,
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('notification')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('subject', '=', subject)
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/** Returns the subjects of open notifications, of any person, about one thing. */
export async function openSubjects(
  { db }: Reader,
  { projectId, kind, subjectId }: Pick<NewNotification, 'projectId' | 'kind' | 'subjectId'>,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('notification')
    .select('subject')
    .distinct()
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('done_at', 'is', null)
    .execute()
  return rows.map((row) => row.subject)
}

/**
 * Marks notifications as done because the work was done; without people: for everyone. With `withOwn` also those that
 * people have marked as done: they are notified again when there is work again. Returns the people.
 */
export async function doneByWork(
  { db, dialect }: Writer,
  what: {
    readonly projectId: number
    readonly subjects: readonly string[]
    readonly userIds?: readonly number[]
    readonly withOwn?: boolean
    readonly at: string
  },
): Promise<readonly number[]> {
  if (what.subjects.length === 0 || what.userIds?.length === 0) return []
  const rows = await db
    .updateTable('notification')
    .set({ done_at: sql<string>`coalesce(done_at, ${what.at})`, done_by: 'work' })
    .where('project_id', '=', what.projectId)
    .where(dialect.inTexts(sql.ref('subject'), what.subjects))
    .where(what.withOwn ? sql<boolean>`coalesce(done_by, 'self') = 'self'` : sql<boolean>`done_at is null`)
    .$if(what.userIds !== undefined, (query) =>
      query.where(dialect.inIds(sql.ref('user_id'), what.userIds ?? [])),
    )
    .returning('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

/** Returns open notifications of a kind about texts of these keys. */
export async function openOfKeys(
  { db, dialect }: Reader,
  projectId: number,
  kinds: readonly NotificationKind[],
  keyIds: readonly number[],
): Promise<readonly NotificationRow[]> {
  if (keyIds.length === 0) return []
  const rows = await db
    .selectFrom('notification')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('done_at', 'is', null)
    .where('kind', 'in', kinds)
    .where(dialect.inIds(sql.ref('key_id'), keyIds))
    .execute()
  return rows.map(notificationRow)
}

export type OpenOfPeople = {
  readonly kinds: readonly NotificationKind[]
  /** The project with its translation branches; null: all projects. */
  readonly projectId: number | null
  /** Null: everyone. */
  readonly userIds: readonly number[] | null
}

/** Returns the open notifications of some kinds that people have. */
export async function openOfPeople(
  { db, dialect }: Reader,
  { kinds, projectId, userIds }: OpenOfPeople,
): Promise<readonly NotificationRow[]> {
  if (userIds?.length === 0) return []
  const rows = await db
    .selectFrom('notification')
    .selectAll()
    .where('done_at', 'is', null)
    .where('kind', 'in', kinds)
    .$if(userIds !== null, (found) => found.where(dialect.inIds(sql.ref('user_id'), userIds ?? [])))
    .$if(projectId !== null, (found) =>
      found.where('project_id', 'in', (select) =>
        select
          .selectFrom('project')
          .select('id')
          .where((where) => where.or([where('id', '=', projectId), where('parent_id', '=', projectId)])),
      ),
    )
    .orderBy('id')
    .execute()
  return rows.map(notificationRow)
}

/** Emits that the notifications of these people have changed. */
export function emitNotified(w: Writer, userIds: Iterable<number>): void {
  const all = [...new Set(userIds)]
  if (all.length === 0) return
  w.emit({
    kind: 'notifications.changed',
    projectId: null,
    payload: { userIds: all.length > NAMED_MAX ? null : all },
  })
}

const NAMED_MAX = 2000

export type NotificationAct =
  | { readonly kind: 'done'; readonly at: string }
  | { readonly kind: 'later'; readonly until: string }
  /** Reverts either. */
  | { readonly kind: 'open' }

/**
 * Applies a person's action to their own notifications; ids of others are ignored. Returns the ids that
 * changed.
 */
export async function actOnNotifications(
  w: Writer,
  userId: number,
  ids: readonly number[],
  act: NotificationAct,
): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const own = w.db
    .updateTable('notification')
    .where('user_id', '=', userId)
    .where(w.dialect.inIds(sql.ref('id'), ids))
    .returning('id')
  const rows = await (act.kind === 'open'
    ? own
        .set({ done_at: null, done_by: null, later_until: null })
        .where(sql<boolean>`coalesce(done_by, 'self') = 'self'`)
    : own
        .set(act.kind === 'done' ? { done_at: act.at, done_by: 'self' } : { later_until: act.until })
        .where('done_at', 'is', null)
  ).execute()
  if (rows.length > 0) emitNotified(w, [userId])
  return rows.map((row) => row.id)
}

export type NotificationKindsIn = {
  readonly kinds: readonly NotificationKind[]
  readonly projectIds: readonly number[]
}

export type NotificationQuery = {
  readonly userId: number
  /** Kinds of notifications, with the projects in which the person can see them. */
  readonly shown: readonly NotificationKindsIn[]
  readonly state: 'open' | 'later' | 'done'
  /** ISO time: notifications postponed beyond it are not open. */
  readonly now: string
  /** With `done`: done since then. */
  readonly since: string
}

/** Where a page of the list ends. An id does not say it: one that has reopened is newer than its id. */
export type NotificationCursor = Pick<NotificationRow, 'createdAt' | 'id'>

/** Returns a page of a person's notifications, newest first. `cursor`: the last one of the page before. */
export async function listNotifications(
  r: Reader,
  query: NotificationQuery & { readonly limit: number; readonly cursor: NotificationCursor | null },
): Promise<{ readonly rows: readonly NotificationRow[]; readonly next: NotificationCursor | null }> {
  const { cursor, limit } = query
  const rows = await matching(r, query)
    .selectAll()
    .$if(cursor !== null, (found) =>
      found.where(sql<boolean>`(created_at, id) < (${cursor?.createdAt ?? ''}, ${cursor?.id ?? 0})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit).map(notificationRow)
  return { rows: page, next: rows.length > limit ? (page.at(-1) ?? null) : null }
}

export type NotificationCount = {
  readonly kind: string
  readonly projectId: number
  readonly count: number
}

/** Returns how many there are, by kind and project. */
export async function countNotifications(
  r: Reader,
  query: NotificationQuery,
): Promise<readonly NotificationCount[]> {
  return matching(r, query)
    .select(['kind', 'project_id as projectId', (select) => select.fn.countAll<number>().as('count')])
    .groupBy(['kind', 'project_id'])
    .execute()
}

function matching({ db, dialect }: Reader, { userId, shown, state, now, since }: NotificationQuery) {
  const parts = shown.filter(({ kinds, projectIds }) => kinds.length > 0 && projectIds.length > 0)
  const all = db
    .selectFrom('notification')
    .where('user_id', '=', userId)
    .where(HAS_STRING)
    .where(({ eb, or }) =>
      or(
        parts.map(({ kinds, projectIds }) =>
          eb('kind', 'in', kinds).and(dialect.inIds(sql.ref('project_id'), projectIds)),
        ),
      ),
    )
  if (state === 'done') return all.where('done_at', '>=', since)
  return all
    .where('done_at', 'is', null)
    .where(
      state === 'later'
        ? sql<boolean>`later_until > ${now}`
        : sql<boolean>`(later_until is null or later_until <= ${now})`,
    )
}

/** Removes some of the notifications that were done before a time. Returns true if there can be more. */
export function forgetNotifications(w: Writer, before: string): Promise<boolean> {
  return removeSome(w, { table: 'notification', where: sql`done_at < ${before}` })
}

/** Removes some of the batches of strings that were closed before a time. Returns true if there can be more. */
export function forgetStringBatches(w: Writer, before: string): Promise<boolean> {
  return removeSome(w, { table: 'string_batch', where: sql`open = 0 and touched_at < ${before}` })
}
