import {
  type ActorId,
  MAIL_TIMES,
  type MailTime,
  NOTIFICATION_KINDS,
  type NotificationKind,
  parseActorId,
} from '@dragoman/core'
import { type SqlBool, sql } from 'kysely'
import { parseJson } from '../rows.ts'
import type { Tables } from '../tables.ts'

/** Details at the time the notification was created: enough for one line of the list. */
export type NotificationPayload = {
  /** A few words of the reason or title; those of a comment, which can be edited, are read when they are shown. */
  readonly text?: string
  /** The thread a comment belongs to. */
  readonly thread?: number
  /** Of a rejection: its reason. */
  readonly reason?: string
  /** Of a repository: its problem. */
  readonly problem?: { readonly code: string; readonly params: Readonly<Record<string, string | number>> }
}

export type NotificationRow = {
  readonly id: number
  readonly userId: number
  readonly projectId: number
  readonly kind: NotificationKind
  /** What it is about, unique for each person: `comment:12`. */
  readonly subject: string
  readonly keyId: number | null
  readonly language: string | null
  readonly subjectId: number | null
  readonly payload: NotificationPayload
  readonly actorId: ActorId | null
  readonly createdAt: string
  readonly doneAt: string | null
  /** `work`: the work itself was done, and *Undo* does not reopen it. */
  readonly doneBy: 'self' | 'work' | null
  readonly laterUntil: string | null
}

/** A notification to be added; the caller sets the times. */
export type NewNotification = Pick<
  NotificationRow,
  'userId' | 'projectId' | 'kind' | 'subject' | 'keyId' | 'language' | 'subjectId' | 'payload' | 'actorId'
>

/** A person's settings; null: the general setting, or the default. */
export type NotificationSetting = {
  /** Null: the general setting. */
  readonly projectId: number | null
  readonly mail: MailTime | null
  /** Kinds that they do not want to be notified of. */
  readonly muted: readonly NotificationKind[]
}

/**
 * SQL for notifications whose key and language exist: all others are hidden, because no one can work on them. They come
 * back if an undo restores what was removed.
 */
export const HAS_STRING = sql<SqlBool>`(notification.key_id is null
  or exists (select 1 from "key" k where k.id = notification.key_id))
  and (notification.language is null or exists (select 1 from language l
    where l.project_id = notification.project_id and l.tag = notification.language))`

export function notificationRow(row: Tables['notification']): NotificationRow {
  return {
    id: row.id,
    userId: row.user_id,
    projectId: row.project_id,
    kind: NOTIFICATION_KINDS.find((kind) => kind === row.kind) ?? 'mentioned',
    subject: row.subject,
    keyId: row.key_id,
    language: row.language,
    subjectId: row.subject_id,
    payload: parseJson<NotificationPayload>(row.payload),
    actorId: parseActorId(row.actor_id),
    createdAt: row.created_at,
    doneAt: row.done_at,
    doneBy: row.done_by === 'self' || row.done_by === 'work' ? row.done_by : null,
    laterUntil: row.later_until,
  }
}

export function notificationSetting(row: Tables['notification_setting']): NotificationSetting {
  const muted = parseJson<string[]>(row.muted)
  return {
    projectId: row.project_id === 0 ? null : row.project_id,
    mail: MAIL_TIMES.find((time) => time === row.mail) ?? null,
    muted: NOTIFICATION_KINDS.filter((kind) => muted.includes(kind)),
  }
}
