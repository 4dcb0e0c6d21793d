import type { CommentReply, CommentThreadReply } from '@dragoman/contract'
import { type MentionRef, mentionedGroup, mentionedUser, mentionsIn } from '@dragoman/core'
import { type CommentRow, type CommentThread, groupName, type Reader, userById } from '@dragoman/store'
import { presentActor } from '../present.ts'

/** Current names of people and groups, by their mentions. */
type Names = ReadonlyMap<MentionRef, string>

export async function presentComment(r: Reader, row: CommentRow): Promise<CommentReply> {
  return presentWith(row, await namesIn(r, [row]))
}

export async function presentComments(r: Reader, rows: readonly CommentRow[]): Promise<CommentReply[]> {
  const names = await namesIn(r, rows)
  return rows.map((row) => presentWith(row, names))
}

export async function presentThreads(
  r: Reader,
  threads: readonly CommentThread[],
): Promise<CommentThreadReply[]> {
  const names = await namesIn(
    r,
    threads.flatMap(({ first, answers }) => [first, ...answers]),
  )
  return threads.map(({ first, answers }) => ({
    first: presentWith(first, names),
    resolved: first.resolved && { at: first.resolved.at, by: presentActor(first.resolved.by) },
    answerCount: first.answers,
    answers: answers.map((row) => presentWith(row, names)),
  }))
}

/**
 * Only for those who could see the project when they were mentioned; for others the text contains the name.
 */
async function namesIn(r: Reader, rows: readonly CommentRow[]): Promise<Names> {
  const names = new Map<MentionRef, string>()
  for (const ref of new Set(rows.flatMap(({ mentions }) => mentions))) {
    const userId = mentionedUser(ref)
    const name =
      userId === null ? await groupName(r, mentionedGroup(ref) ?? 0) : (await userById(r, userId))?.name
    if (name !== undefined && name !== null) names.set(ref, name)
  }
  return names
}

function presentWith(row: CommentRow, names: Names): CommentReply {
  const { id, keyId, language, threadId, actor, text, kind, version, createdAt, editedAt, removedAt } = row
  return {
    id,
    keyId,
    language,
    threadId,
    actor: presentActor(actor),
    text,
    kind,
    mentions: mentionsIn(text).map(({ ref, name }) => ({ ref, name: names.get(ref) ?? name })),
    version,
    createdAt,
    editedAt,
    removedAt,
  }
}
