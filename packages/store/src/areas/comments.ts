import type { Actor } from '@dragoman/core'
import { sql } from 'kysely'
import { sanitizeForStorage } from '../rows.ts'
import type { Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { type CommentRow, commentRow } from './comment-row.ts'

export type NewComment = {
  readonly projectId: number
  readonly keyId: number
  readonly language: string | null
  readonly kind: CommentRow['kind']
  readonly text: string
  readonly mentions: CommentRow['mentions']
  readonly by: Actor
  readonly at: string
}

/** Starts a thread. */
export async function addComment(w: Writer, comment: NewComment): Promise<CommentRow> {
  const id = await w.dialect.allocate(w.db, 'comment', 1)
  return insertComment(w, { ...comment, id, threadId: id, isResolved: 0 })
}

/** Adds an answer to a thread, identified by its first comment. Null if the thread was removed. */
export async function answerComment(
  w: Writer,
  threadId: number,
  answer: Pick<NewComment, 'projectId' | 'text' | 'mentions' | 'by' | 'at'>,
): Promise<CommentRow | null> {
  // Locks the row of the first comment, so that the thread cannot be removed meanwhile.
  const first = await w.db
    .updateTable('comment')
    .set({ answers: sql<number>`answers + 1` })
    .where('id', '=', threadId)
    .where('thread_id', '=', threadId)
    .where('project_id', '=', answer.projectId)
    .returning(['key_id', 'language'])
    .executeTakeFirst()
  if (first === undefined) return null
  const id = await w.dialect.allocate(w.db, 'comment', 1)
  const { key_id: keyId, language } = first
  return insertComment(w, { ...answer, id, threadId, keyId, language, kind: 'comment', isResolved: null })
}

async function insertComment(
  w: Writer,
  comment: NewComment & {
    readonly id: number
    readonly threadId: number
    readonly isResolved: 0 | null
  },
): Promise<CommentRow> {
  const row: Tables['comment'] = {
    id: comment.id,
    project_id: comment.projectId,
    key_id: comment.keyId,
    language: comment.language,
    thread_id: comment.threadId,
    actor_id: comment.by.id,
    actor_label: comment.by.name,
    text: sanitizeForStorage(comment.text),
    kind: comment.kind,
    mentions: JSON.stringify(comment.mentions),
    version: 1,
    created_at: comment.at,
    edited_at: null,
    removed_at: null,
    answers: 0,
    is_resolved: comment.isResolved,
    resolved_at: null,
    resolved_by_id: null,
    resolved_by_label: null,
  }
  await w.db.insertInto('comment').values(row).execute()
  emitComment(w, row, 'added', comment.by)
  return commentRow(row)
}

/** Edits a comment; null if someone changed or removed it since `baseVersion`. */
export async function editComment(
  w: Writer,
  comment: CommentRow,
  edit: Pick<NewComment, 'text' | 'mentions' | 'by' | 'at'> & { readonly baseVersion: number },
): Promise<CommentRow | null> {
  const row = await w.db
    .updateTable('comment')
    .set({
      text: sanitizeForStorage(edit.text),
      mentions: JSON.stringify(edit.mentions),
      version: edit.baseVersion + 1,
      edited_at: edit.at,
    })
    .where('id', '=', comment.id)
    .where('version', '=', edit.baseVersion)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  emitComment(w, row, 'edited', edit.by)
  return commentRow(row)
}

/**
 * Removes the text of a comment. The comment itself stays while others of its thread exist; the last one
 * removes the thread.
 */
export async function removeComment(
  w: Writer,
  comment: CommentRow,
  { by, at }: { readonly by: Actor; readonly at: string },
): Promise<void> {
  const isAnswer = comment.id !== comment.threadId
  // The row of the first comment is locked before anything is decided, as it is for answers.
  const first = await w.db
    .updateTable('comment')
    .set({ answers: sql<number>`answers` })
    .where('id', '=', comment.threadId)
    .returningAll()
    .executeTakeFirst()
  const row = await w.db
    .updateTable('comment')
    .set({ text: '', mentions: '[]', removed_at: at, version: sql<number>`version + 1` })
    .where('id', '=', comment.id)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined || first === undefined) return
  const answersLeft = first.answers - (isAnswer ? 1 : 0)
  if (isAnswer)
    await w.db.updateTable('comment').set({ answers: answersLeft }).where('id', '=', first.id).execute()
  if (answersLeft === 0 && (!isAnswer || first.removed_at !== null))
    await w.db.deleteFrom('comment').where('thread_id', '=', first.id).execute()
  emitComment(w, row, 'removed', by)
}

/**
 * Resolves a thread, or reopens it. Null if the thread was removed; nothing changes if it already has that
 * state.
 */
export async function resolveThread(
  w: Writer,
  threadId: number,
  { isResolved, by, at }: { readonly isResolved: boolean; readonly by: Actor; readonly at: string },
): Promise<CommentRow | null> {
  const row = await w.db
    .updateTable('comment')
    .set(
      isResolved
        ? { is_resolved: 1, resolved_at: at, resolved_by_id: by.id, resolved_by_label: by.name }
        : { is_resolved: 0, resolved_at: null, resolved_by_id: null, resolved_by_label: null },
    )
    .where('id', '=', threadId)
    .where('is_resolved', '=', isResolved ? 0 : 1)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) {
    const same = await w.db
      .selectFrom('comment')
      .selectAll()
      .where('id', '=', threadId)
      .where('is_resolved', 'is not', null)
      .executeTakeFirst()
    return same ? commentRow(same) : null
  }
  emitComment(w, row, isResolved ? 'resolved' : 'reopened', by)
  return commentRow(row)
}

function emitComment(
  w: Writer,
  row: Tables['comment'],
  what: 'added' | 'edited' | 'removed' | 'resolved' | 'reopened',
  by: Actor,
): void {
  const { id: commentId, thread_id: threadId, key_id: keyId, language } = row
  w.emit({
    kind: 'comment.changed',
    projectId: row.project_id,
    actorId: by.id,
    payload: { commentId, threadId, keyId, language, what },
  })
}
