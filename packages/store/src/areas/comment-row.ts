import type { MentionRef, RecordedActor } from '@dragoman/core'
import { parseJson, recordedActor } from '../rows.ts'
import type { Tables } from '../tables.ts'

export type CommentRow = {
  readonly id: number
  readonly projectId: number
  readonly keyId: number
  /** Null: for all languages. */
  readonly language: string | null
  readonly threadId: number
  readonly actor: RecordedActor
  /** Empty if the comment was removed. */
  readonly text: string
  readonly kind: 'comment' | 'question'
  /** Only people who could see the project when it was written. */
  readonly mentions: readonly MentionRef[]
  readonly version: number
  readonly createdAt: string
  readonly editedAt: string | null
  readonly removedAt: string | null
  /** Of the first comment of a thread: answers that were not removed. */
  readonly answers: number
  readonly resolved: { readonly at: string; readonly by: RecordedActor } | null
}

export function commentRow(row: Tables['comment']): CommentRow {
  return {
    id: row.id,
    projectId: row.project_id,
    keyId: row.key_id,
    language: row.language,
    threadId: row.thread_id,
    actor: recordedActor(row.actor_id, row.actor_label),
    text: row.text,
    kind: row.kind === 'question' ? 'question' : 'comment',
    mentions: parseJson(row.mentions),
    version: row.version,
    createdAt: row.created_at,
    editedAt: row.edited_at,
    removedAt: row.removed_at,
    answers: row.answers,
    resolved:
      row.resolved_at === null
        ? null
        : { at: row.resolved_at, by: recordedActor(row.resolved_by_id, row.resolved_by_label ?? '') },
  }
}
