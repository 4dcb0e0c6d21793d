import { append, parseActorId, userIdOf } from '@dragoman/core'
import { sql } from 'kysely'
import type { Reader } from '../store.ts'
import type { Tables } from '../tables.ts'
import { type CommentRow, commentRow } from './comment-row.ts'

export type CommentThread = {
  readonly first: CommentRow
  /** The newest answers, oldest first. */
  readonly answers: readonly CommentRow[]
}

/** Answers included with a thread in a list; the others are read with `commentAnswers`. */
const ANSWERS_IN_LIST = 5

export async function commentById({ db }: Reader, projectId: number, id: number): Promise<CommentRow | null> {
  const row = await db
    .selectFrom('comment')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row ? commentRow(row) : null
}

/** Returns the accounts of people who have written in a thread; removed comments do not count. */
export async function threadWriters({ db }: Reader, threadId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('comment')
    .select('actor_id')
    .distinct()
    .where('thread_id', '=', threadId)
    .where('removed_at', 'is', null)
    .execute()
  return rows.flatMap(({ actor_id }) => userIdOf(parseActorId(actor_id)) ?? [])
}

/** Returns all comments of a thread, oldest first, also removed ones. */
export async function threadComments({ db }: Reader, threadId: number): Promise<readonly CommentRow[]> {
  const rows = await db
    .selectFrom('comment')
    .selectAll()
    .where('thread_id', '=', threadId)
    .orderBy('id')
    .execute()
  return rows.map(commentRow)
}

/**
 * Returns the threads of a key: open ones first, then newest first. With a language, those for it and for
 * all, and every open question: developers answer it regardless of the language that they look at.
 */
export async function commentThreads(
  r: Reader,
  request: {
    readonly projectId: number
    readonly keyId: number
    readonly language: string | null
    readonly limit: number
    readonly cursor: string | null
  },
): Promise<{ readonly threads: readonly CommentThread[]; readonly next: string | null }> {
  const [from, below] = readCursor(request.cursor)
  const found: Tables['comment'][] = []
  for (const isResolved of from === 0 ? [0, 1] : [1]) {
    let query = r.db
      .selectFrom('comment')
      .selectAll()
      .where('project_id', '=', request.projectId)
      .where('key_id', '=', request.keyId)
      .where('is_resolved', '=', isResolved)
    const { language } = request
    if (language !== null)
      query = query.where((where) =>
        where.or([
          where('language', 'is', null),
          where('language', '=', language),
          ...(isResolved === 0 ? [where('kind', '=', 'question')] : []),
        ]),
      )
    if (isResolved === from && below !== null) query = query.where('id', '<', below)
    const left = request.limit + 1 - found.length
    if (left > 0) found.push(...(await query.orderBy('id', 'desc').limit(left).execute()))
  }
  const page = found.slice(0, request.limit)
  const last = page.at(-1)
  return {
    threads: await withAnswers(r, page.map(commentRow)),
    next: found.length > request.limit && last ? `${last.is_resolved}.${last.id}` : null,
  }
}

/** Parses a cursor: open threads (0) or resolved ones (1), below an id. */
function readCursor(cursor: string | null): readonly [0 | 1, number | null] {
  const [state, below] = (cursor ?? '').split('.')
  const id = Number(below ?? Number.NaN)
  return [state === '1' ? 1 : 0, Number.isSafeInteger(id) ? id : null]
}

/** Returns one thread with its newest answers; null if it was removed. */
export async function commentThread(
  r: Reader,
  projectId: number,
  threadId: number,
): Promise<CommentThread | null> {
  const first = await commentById(r, projectId, threadId)
  if (first === null) return null
  return (await withAnswers(r, [first]))[0] ?? null
}

async function withAnswers(
  { db, dialect }: Reader,
  firsts: readonly CommentRow[],
): Promise<readonly CommentThread[]> {
  const asked = firsts.map(({ id }) => id)
  const answers = new Map<number, CommentRow[]>()
  if (asked.length > 0) {
    const rows = await sql<Tables['comment']>`select * from comment where id in (
      select id from (
        select id, row_number() over (partition by thread_id order by id desc) as place from comment
        where ${dialect.inIds(sql.ref('thread_id'), asked)} and id <> thread_id
      ) numbered where place <= ${ANSWERS_IN_LIST}) order by id`.execute(db)
    for (const row of rows.rows) append(answers, row.thread_id, commentRow(row))
  }
  return firsts.map((first) => ({ first, answers: answers.get(first.id) ?? [] }))
}

/** Returns the newest `limit` answers of a thread that are older than `before`, oldest first. */
export async function commentAnswers(
  { db }: Reader,
  request: { readonly threadId: number; readonly before: number | null; readonly limit: number },
): Promise<{ readonly answers: readonly CommentRow[]; readonly hasOlder: boolean }> {
  let query = db
    .selectFrom('comment')
    .selectAll()
    .where('thread_id', '=', request.threadId)
    .where('id', '>', request.threadId)
  if (request.before !== null) query = query.where('id', '<', request.before)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(request.limit + 1)
    .execute()
  return {
    answers: rows.slice(0, request.limit).map(commentRow).reverse(),
    hasOlder: rows.length > request.limit,
  }
}

/** What is open for a key: comments in open threads, and open questions. */
export type CommentCounts = {
  readonly keyId: number
  readonly comments: number
  readonly questions: number
}

/**
 * Returns counts of keys that have anything open; with a language, what is for it or for all, and every
 * question.
 */
export async function commentCounts(
  { db, dialect }: Reader,
  request: {
    readonly projectId: number
    readonly keyIds: readonly number[]
    readonly language: string | null
  },
): Promise<readonly CommentCounts[]> {
  const { projectId, keyIds, language } = request
  if (keyIds.length === 0) return []
  const shown =
    language === null ? sql`` : sql`and (language is null or language = ${language} or kind = 'question')`
  const { rows } = await sql<CommentCounts>`
    select key_id as "keyId", sum(answers + case when removed_at is null then 1 else 0 end) as comments,
      sum(case when kind = 'question' then 1 else 0 end) as questions
    from comment where ${dialect.inIds(sql.ref('key_id'), keyIds)} and is_resolved = 0
      and project_id = ${projectId} ${shown} group by key_id`.execute(db)
  return rows
}

/** Returns open questions of a project about existing keys, newest first. */
export async function openQuestions(
  { db }: Reader,
  request: { readonly projectId: number; readonly limit: number; readonly cursor: string | null },
): Promise<{ readonly questions: readonly CommentRow[]; readonly next: string | null }> {
  const below = request.cursor === null ? Number.NaN : Number(request.cursor)
  let query = db
    .selectFrom('comment')
    .innerJoin('key', 'key.id', 'comment.key_id')
    .selectAll('comment')
    .where('comment.project_id', '=', request.projectId)
    .where('comment.kind', '=', 'question')
    .where('comment.is_resolved', '=', 0)
  if (Number.isSafeInteger(below)) query = query.where('comment.id', '<', below)
  const rows = await query
    .orderBy('comment.id', 'desc')
    .limit(request.limit + 1)
    .execute()
  const page = rows.slice(0, request.limit)
  return {
    questions: page.map(commentRow),
    next: rows.length > request.limit ? String(page.at(-1)?.id) : null,
  }
}
