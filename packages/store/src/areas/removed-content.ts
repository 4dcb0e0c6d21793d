import { sql } from 'kysely'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import { idRange } from '../tables.ts'
import { REMOVED_AT_ONCE, removeSome } from './remove-some.ts'

/** Rows of the history that are read, and removed if they belong to the project, in one transaction. */
const CHANGES_AT_ONCE = 2000

/**
 * Notes that the texts, the keys and the history of a project are to be removed. Nothing finds them without the project
 * and its languages, and their ids are not used again.
 */
export async function leaveContent(w: Writer, projectId: number): Promise<void> {
  const { db } = w
  const languages = await db.selectFrom('language').select('id').where('project_id', '=', projectId).execute()
  const ids = languages.map(({ id }) => id)
  const history = await db
    .selectFrom('operation')
    .select(({ fn }) => [
      fn.min<number | null>('first_change').as('first'),
      fn.max<number | null>('last_change').as('last'),
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  await db
    .insertInto('removed_project')
    .values({
      id: projectId,
      languages: JSON.stringify(ids),
      next_change: history?.first ?? null,
      last_change: history?.last ?? null,
    })
    .execute()
  if (ids.length > 0) await db.deleteFrom('counts').where('language_id', 'in', ids).execute()
  w.laterWork()
}

/** Removes some of the content that removed projects have left. Returns true if there can be more. */
export async function removeSomeContent(w: Writer): Promise<boolean> {
  const { db, dialect } = w
  const project = await db.selectFrom('removed_project').selectAll().orderBy('id').limit(1).executeTakeFirst()
  if (project === undefined) return false
  for (const languageId of parseJson<readonly number[]>(project.languages)) {
    const [from, to] = idRange(languageId)
    const where = sql`id >= ${from} and id < ${to}`
    const texts = await someIds(w, 'search_text', where)
    await removeSearchTexts(w, texts)
    if (texts.length > 0 || (await removeSome(w, { table: 'translation', where }))) return true
  }
  const keys = await someIds(w, 'key', sql`project_id = ${project.id}`)
  if (keys.length > 0) {
    await removeSearchTexts(w, keys)
    await dialect.deleteMany(db, 'key', keys)
    return true
  }
  if (await removeSomeHistory(w, project)) return true
  await db.deleteFrom('removed_project').where('id', '=', project.id).execute()
  return true
}

async function someIds(
  { db }: Reader,
  table: 'search_text' | 'key',
  where: ReturnType<typeof sql>,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${where} limit ${REMOVED_AT_ONCE}`.execute(db)
  return rows.map(({ id }) => id)
}

async function removeSearchTexts({ db, dialect }: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await dialect.reindex(db, { gone: ids, come: [] })
  await dialect.deleteMany(db, 'search_text', ids)
}

/** The rows are in the order of the operations of all projects, without an index of those of one. */
async function removeSomeHistory(
  { db }: Writer,
  project: { readonly id: number; readonly next_change: number | null; readonly last_change: number | null },
): Promise<boolean> {
  const { id, next_change: from, last_change: last } = project
  if (from === null || last === null || from > last) return false
  const next = from + CHANGES_AT_ONCE
  await db
    .deleteFrom('change')
    .where('id', '>=', from)
    .where('id', '<', next)
    .where('project_id', '=', id)
    .execute()
  await db.updateTable('removed_project').set({ next_change: next }).where('id', '=', id).execute()
  return true
}
