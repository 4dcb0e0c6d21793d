import { sql } from 'kysely'
import { findLanguageId } from '../areas/find-places.ts'
import { LAST_OPERATION, projectRevision } from '../areas/projects.ts'
import type { LanguageToCome } from '../door/change.ts'
import { addEmptyTexts, findFormerId, isSourceless } from '../door/languages.ts'
import type { Writer } from '../store.ts'
import { idRange } from '../tables.ts'

type Place = { readonly projectId: number; readonly tag: string }

/** Allocates an id for a language that is to be added. Null: the project already has it. */
export async function reserveLanguage(w: Writer, place: Place): Promise<LanguageToCome | null> {
  const { db, dialect } = w
  const revision = await lockedRevision(w, place)
  if (revision === null) return null
  const former = await findFormerId(w, place.projectId, place.tag)
  if (former === undefined) return { id: await dialect.allocate(db, 'language', 1), version: 0, revision }
  // The texts of the former language had versions: the empty texts that replace them get later ones.
  return { id: former, version: await dialect.allocate(db, 'operation', 1), revision }
}

/**
 * Creates the rows of some keys for a language that is to be added, replacing existing ones. Returns the last
 * of the keys; `last` is null if none is left. Null: the project has the language by now.
 */
export async function prepareLanguageRows(
  w: Writer,
  {
    language,
    after,
    limit,
    ...place
  }: Place & { readonly language: LanguageToCome; readonly after: number; readonly limit: number },
): Promise<{ readonly last: number | null; readonly keys: number } | null> {
  if ((await lockedRevision(w, place)) === null) return null
  const { projectId } = place
  const [found] = (
    await sql<{ last: number | null; keys: number }>`
      select max(id) as last, count(*) as keys from (
        select id from "key" where project_id = ${projectId} and id > ${after} order by id limit ${limit}) as chunk`.execute(
      w.db,
    )
  ).rows
  const last = found?.last ?? null
  const [from, to] = idRange(language.id)
  await w.db
    .deleteFrom('translation')
    .where('id', '>', from + after)
    .where('id', '<', last === null ? to : from + last + 1)
    .execute()
  if (last === null) return { last, keys: 0 }
  await addEmptyTexts(w, { projectId, languageId: language.id, version: language.version, after, upTo: last })
  return { last, keys: Number(found?.keys ?? 0) }
}

/**
 * Returns whether every key has its row, at the right position and with or without a source text, and there are
 * no others: then the language can be added with them. Checks only if something was written to the project since.
 */
export async function isLanguagePrepared(
  w: Writer,
  { language, ...place }: Place & { readonly language: LanguageToCome },
): Promise<boolean> {
  if ((await lockedRevision(w, place)) === language.revision) return true
  const [from, to] = idRange(language.id)
  const [wrong] = (
    await sql<{ id: number }>`
      select k.id from "key" k left join translation t on t.id = ${sql.lit(from)} + k.id
        where k.project_id = ${place.projectId} and (t.id is null or t.position <> k.position
          or t.sourceless <> ${isSourceless(place.projectId)}) limit 1`.execute(w.db)
  ).rows
  if (wrong !== undefined) return false
  const [orphan] = (
    await sql<{ id: number }>`
      select t.id from translation t left join "key" k on k.id = t.key_id
        where t.id >= ${sql.lit(from)} and t.id < ${sql.lit(to)} and k.id is null limit 1`.execute(w.db)
  ).rows
  return orphan === undefined
}

/** Removes some of the rows that were created for a language that will not be added; false: none was left. */
export async function dropPreparedRows(
  w: Writer,
  {
    projectId,
    language,
    limit,
  }: { readonly projectId: number; readonly language: LanguageToCome; readonly limit: number },
): Promise<boolean> {
  await w.dialect.lockProject(w.db, projectId)
  const isAdded = await w.db
    .selectFrom('language')
    .select('id')
    .where('id', '=', language.id)
    .executeTakeFirst()
  if (isAdded) return false
  const [from, to] = idRange(language.id)
  const rows = await w.db
    .selectFrom('translation')
    .select('id')
    .where('id', '>=', from)
    .where('id', '<', to)
    .orderBy('id')
    .limit(limit)
    .execute()
  const last = rows.at(-1)
  if (last === undefined) return false
  await w.db.deleteFrom('translation').where('id', '>=', from).where('id', '<=', last.id).execute()
  return true
}

/** Locks the project for writing and returns its revision. Null: it has the language. */
async function lockedRevision({ db, dialect }: Writer, { projectId, tag }: Place): Promise<number | null> {
  await dialect.lockProject(db, projectId)
  if ((await findLanguageId({ db }, projectId, tag)) !== null) return null
  const project = await db
    .selectFrom('project')
    .select(['revision', LAST_OPERATION.as('last_operation')])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return projectRevision(project)
}
