import {
  type ActorId,
  MAIL_TIMES,
  type MailTime,
  NOTIFICATION_KINDS,
  type NotificationKind,
  parseActorId,
} from '@dragoman/core'
import { parseJson } from '../rows.ts'
import type { Tables } from '../tables.ts'

/** What was known of a thing when it came to need somebody: enough for one line of the list. */
export type NotificationPayload = {
  /** A few words of the comment, reason or title. */
  readonly text?: string
  /** The thread a comment belongs to. */
  readonly thread?: number
  /** Of a rejection: its reason. */
  readonly reason?: string
}

export type NotificationRow = {
  readonly id: number
  readonly userId: number
  readonly projectId: number
  readonly kind: NotificationKind
  /** What it is about, once for each person: `comment:12`. */
  readonly subject: string
  readonly keyId: number | null
  readonly language: string | null
  readonly subjectId: number | null
  readonly payload: NotificationPayload
  readonly actorId: ActorId | null
  readonly createdAt: string
  readonly doneAt: string | null
  /** `work`: it was done where the work is, and *Undo* does not bring it back. */
  readonly doneBy: 'self' | 'work' | null
  readonly laterUntil: string | null
}

/** A notification to be made; times are the caller's. */
export type NewNotification = Pick<
  NotificationRow,
  'userId' | 'projectId' | 'kind' | 'subject' | 'keyId' | 'language' | 'subjectId' | 'payload' | 'actorId'
>

/** What somebody set; null: as in general, or as it comes. */
export type NotificationSetting = {
  /** Null: in general. */
  readonly projectId: number | null
  readonly mail: MailTime | null
  /** Kinds of which they want to know nothing. */
  readonly muted: readonly NotificationKind[]
}

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
