import { type Actor, kindsAbout, type NotificationSubject, sameForms } from '@dragoman/core'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { OPEN_SUGGESTION } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { BranchRow } from './branches.ts'
import { listLanguages } from './languages.ts'
import { emitNotified } from './notifications.ts'
import { projectById } from './projects.ts'
import { translation } from './translations.ts'

type Branch = Pick<BranchRow, 'projectId' | 'parentId'>

/**
 * Returns what people have written about the strings of a translation branch: threads of comments, open suggestions, and
 * rejections. Those of removed keys, and of languages that its project does not have, do not count: no one can see them.
 */
export async function countDiscussions({ db }: Reader, { projectId, parentId }: Branch): Promise<number> {
  const ofText = sql`join "key" k on k.id = d.key_id join language l on l.id = d.language_id
    join language p on p.project_id = ${parentId} and p.tag = l.tag where d.project_id = ${projectId}`
  const { rows } = await sql<{ count: number }>`select
    (select count(*) from comment d join "key" k on k.id = d.key_id
      where d.project_id = ${projectId} and d.id = d.thread_id)
    + (select count(*) from suggestion d ${ofText} and d.state = ${sql.lit(OPEN_SUGGESTION)})
    + (select count(*) from rejection d ${ofText} and d.taken_back = 0) as count`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Returns the keys that there are comments, suggestions or rejections about, also removed keys. */
export async function discussedKeys({ db }: Reader, projectId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ key_id: number }>`
    select key_id from comment where project_id = ${projectId}
    union select key_id from suggestion where project_id = ${projectId}
    union select key_id from rejection where project_id = ${projectId}`.execute(db)
  return new Set(rows.map((row) => row.key_id))
}

/**
 * Moves what people have written about the strings of a translation branch to its project, and the notifications about
 * it: the comments, suggestions with their votes, and rejections of these keys. `keys`: by key of the branch, the same
 * key of the project. Everything else stays, as does what is in a language that the project does not have. Both
 * projects are locked, and their texts were merged before.
 */
export async function moveDiscussions(
  w: Writer,
  branch: Branch,
  { keys, by }: { readonly keys: ReadonlyMap<number, number>; readonly by: Actor },
): Promise<void> {
  const notified: number[] = []
  for (const from of await discussedKeys(w, branch.projectId)) {
    const to = keys.get(from)
    if (to !== undefined) notified.push(...(await moveComments(w, branch, { from, to, by })))
  }
  for (const text of await reviewedTexts(w, branch, keys))
    notified.push(...(await moveReview(w, branch, { ...text, by })))
  emitNotified(w, notified)
}

type MovedKey = { readonly from: number; readonly to: number }
type MovedText = MovedKey & {
  readonly language: string
  readonly fromLanguage: number
  readonly toLanguage: number
}

/** Returns the texts with suggestions or rejections whose key and language the project has. */
async function reviewedTexts(
  r: Reader,
  { projectId, parentId }: Branch,
  keys: ReadonlyMap<number, number>,
): Promise<readonly MovedText[]> {
  const { rows } = await sql<{ key_id: number; language_id: number }>`
    select key_id, language_id from suggestion where project_id = ${projectId}
    union select key_id, language_id from rejection where project_id = ${projectId}`.execute(r.db)
  const tags = new Map((await listLanguages(r, projectId)).map(({ id, tag }) => [id, tag]))
  const ids = new Map((await listLanguages(r, parentId)).map(({ id, tag }) => [tag, id]))
  return rows.flatMap(({ key_id: from, language_id: fromLanguage }): readonly MovedText[] => {
    const to = keys.get(from)
    const language = tags.get(fromLanguage)
    const toLanguage = language === undefined ? undefined : ids.get(language)
    return to === undefined || language === undefined || toLanguage === undefined
      ? []
      : [{ from, to, language, fromLanguage, toLanguage }]
  })
}

/** Moves the comments of a key. Returns the people whose notifications were moved with them. */
async function moveComments(
  w: Writer,
  branch: Branch,
  { from, to, by }: MovedKey & { readonly by: Actor },
): Promise<readonly number[]> {
  const rows = await w.db
    .updateTable('comment')
    .set({ project_id: branch.parentId, key_id: to })
    .where('project_id', '=', branch.projectId)
    .where('key_id', '=', from)
    .returning(['id', 'thread_id', 'language'])
    .execute()
  // Someone who has the key of the project open sees them. As new or edited comments they would notify people again.
  for (const { id, thread_id: threadId, language } of rows)
    if (id === threadId) {
      const payload = { commentId: id, threadId, keyId: to, language, what: 'moved' } as const
      w.emit({ kind: 'comment.changed', projectId: branch.parentId, actorId: by.id, payload })
    }
  const moved = sql`select id from comment where project_id = ${branch.parentId} and key_id = ${to}`
  return moveNotifications(w, branch, { from, to, about: 'comment', moved })
}

/** Moves the suggestions and rejections of a text, in the same way. */
async function moveReview(
  w: Writer,
  branch: Branch,
  text: MovedText & { readonly by: Actor },
): Promise<readonly number[]> {
  const { projectId, parentId } = branch
  const { from, to, language, fromLanguage, toLanguage } = text
  const place = { project_id: parentId, key_id: to, language_id: toLanguage }
  const was = await translation(w, projectId, from, language)
  const is = await translation(w, parentId, to, language)
  const isSame = was !== null && is !== null && sameForms(was.forms, is.forms)
  const suggestions = await w.db
    .updateTable('suggestion')
    .set({
      ...place,
      // The operation that decided is removed with the branch.
      operation_id: null,
      ...(isSame
        ? {
            text_version: sql<number>`case when text_version = ${was.version} then ${is.version} else text_version end`,
          }
        : {}),
    })
    .where('project_id', '=', projectId)
    .where('key_id', '=', from)
    .where('language_id', '=', fromLanguage)
    .returning('id')
    .execute()
  for (const { id: suggestionId } of suggestions) {
    const payload = { suggestionId, keyId: to, language, what: 'edited' } as const
    w.emit({ kind: 'suggestion.changed', projectId: parentId, actorId: text.by.id, payload })
  }
  await w.db
    .updateTable('rejection')
    .set({ ...place, operation_id: await operationOfRejections(w, branch, text) })
    .where('project_id', '=', projectId)
    .where('key_id', '=', from)
    .where('language_id', '=', fromLanguage)
    .where('taken_back', '=', 0)
    .execute()
  const moved = (table: 'suggestion' | 'rejection') =>
    sql`select id from ${sql.table(table)} where project_id = ${parentId} and key_id = ${to} and language_id = ${toLanguage}`
  return [
    ...(await moveNotifications(w, branch, { from, to, about: 'suggestion', moved: moved('suggestion') })),
    ...(await moveNotifications(w, branch, { from, to, about: 'rejection', moved: moved('rejection') })),
  ]
}

/**
 * Returns SQL for the number that replaces the operation of a rejection, which is removed with the branch: it says whether
 * the source text has changed since. A new number if the project has the source text of that time, 0 if not.
 */
async function operationOfRejections(
  w: Writer,
  { projectId, parentId }: Branch,
  { from, to }: MovedKey,
): Promise<RawBuilder<number>> {
  const [own, parent] = [await projectById(w, projectId), await projectById(w, parentId)]
  const was = own && (await translation(w, projectId, from, own.sourceLanguage))
  const is = parent && (await translation(w, parentId, to, parent.sourceLanguage))
  if (!was || !is || !sameForms(was.forms, is.forms)) return sql<number>`0`
  const number = await w.dialect.allocate(w.db, 'operation', 1)
  return sql<number>`case when operation_id >= ${was.version} then ${sql.lit(number)} else 0 end`
}

async function moveNotifications(
  w: Writer,
  { projectId, parentId }: Branch,
  {
    from,
    to,
    about,
    moved,
  }: MovedKey & { readonly about: NotificationSubject; readonly moved: RawBuilder<unknown> },
): Promise<readonly number[]> {
  const rows = await w.db
    .updateTable('notification')
    .set({ project_id: parentId, key_id: to })
    .where('project_id', '=', projectId)
    .where('key_id', '=', from)
    .where('kind', 'in', kindsAbout(about))
    .where(sql<SqlBool>`subject_id in (${moved})`)
    .returning('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
