import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { authorOf, parseJson, stateOf } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import { idRange, type Tables, translationIdSql } from '../tables.ts'
import type { Refusal } from '../types.ts'
import type { InternalChange, LanguageBefore, TextBefore } from './change.ts'
import { noteFile } from './count-changes.ts'
import type { Scope, ScopeLanguage } from './scope.ts'
import { deltaOf, type OperationTally } from './tally.ts'
import { recordChanges } from './write.ts'

const CHUNK = 5000

/**
 * Adds a language with an untranslated row for every key. A language that the project had before gets its old
 * id, so that its history continues.
 */
export async function addLanguageRows(
  w: Writer,
  of: { readonly scope: Scope; readonly tally: OperationTally },
  change: Extract<InternalChange, { kind: 'add-language' }>,
): Promise<Refusal | null> {
  const { scope, tally } = of
  const { db, dialect } = w
  if (scope.languages.has(change.tag)) return null
  const { prepared } = change
  const former = change.before?.id ?? (await findFormerId(w, scope.project.id, change.tag))
  const id = prepared?.id ?? former ?? (await dialect.allocate(db, 'language', 1))
  const position =
    change.before?.position ??
    Math.max(0, ...[...scope.languages.values()].map((language) => language.position)) + 1
  const language: ScopeLanguage = { id, tag: change.tag, fallback: change.fallback, position }
  await db
    .insertInto('language')
    .values({ ...language, project_id: scope.project.id })
    .execute()
  scope.languages.set(change.tag, language)
  scope.languagesById.set(id, language)
  if (prepared === undefined) {
    // A job might have started to create rows for the same language.
    const [from, to] = idRange(id)
    await db.deleteFrom('translation').where('id', '>=', from).where('id', '<', to).execute()
    // The texts of the former language had versions: the empty texts that replace them get later ones.
    const version = former === undefined ? 0 : tally.version
    await addEmptyTexts(w, { projectId: scope.project.id, languageId: id, version })
  }
  for (const { namespace_id, keys, sourceless } of await keysByNamespace(w, scope)) {
    const delta = deltaOf(tally, id, namespace_id)
    delta.total += keys - sourceless
    delta.untranslated += keys - sourceless
    delta.sourceless += sourceless
  }
  const beforeOperationId = await languageOwner(w, id)
  await recordChanges(w, of, [
    {
      keyId: 0,
      languageId: id,
      kind: 'language-added',
      before: language,
      beforeOperationId,
      ...(change.backTo === undefined ? {} : { afterOperationId: change.backTo }),
    },
  ])
  await readFilesAsNew(w, scope.project.id, change.tag)
  await noteFilesOf(w, of, change.tag)
  tally.languages.add(change.tag)
  tally.changedKeys = null
  tally.changedLanguages.push({ language: change.tag, what: 'added' })
  tally.changed = true
  return null
}

/**
 * Adds an untranslated text for every key, or for those in a range of ids. The database does it in chunks,
 * between which reads continue.
 */
export async function addEmptyTexts(
  { db }: Reader,
  {
    projectId,
    languageId,
    version,
    after: first = 0,
    upTo = Number.MAX_SAFE_INTEGER,
  }: {
    readonly projectId: number
    readonly languageId: number
    readonly version: number
    readonly after?: number
    readonly upTo?: number
  },
): Promise<void> {
  for (let after = first; ; ) {
    const [last] = (
      await sql<{ id: number | null }>`
        select max(id) as id from (select id from "key" where project_id = ${projectId} and id > ${after} and id <= ${upTo} order by id limit ${CHUNK}) as chunk`.execute(
        db,
      )
    ).rows
    if (last === undefined || last.id === null) return
    const id = sql.lit(languageId)
    await sql`
      insert into translation (id, language_id, key_id, position, forms, state, version, source_version, outdated, failing, sourceless,
        with_key, operation_id)
      select ${translationIdSql(id, sql.ref('k.id'))}, ${id}, k.id, k.position, '{}', 0, ${sql.lit(version)}, 0, 0, 0,
        ${isSourceless(projectId)}, 0, null
      from "key" k where k.project_id = ${projectId} and k.id > ${after} and k.id <= ${last.id}`.execute(db)
    after = last.id
    await setImmediate()
  }
}

/** Returns SQL for 1 if the source text of the key `k` is empty, otherwise 0. */
export function isSourceless(projectId: number): RawBuilder<number> {
  const source = sql`(select l.id from language l join project p on p.id = l.project_id and p.source_language = l.tag
    where p.id = ${projectId})`
  return sql<number>`(select case when s.state = 0 then 1 else 0 end from translation s
    where s.id = ${translationIdSql(source, sql.ref('k.id'))})`
}

type NamespaceKeys = { readonly namespace_id: number; readonly keys: number; readonly sourceless: number }

async function keysByNamespace({ db }: Reader, scope: Scope): Promise<readonly NamespaceKeys[]> {
  const { id } = scope.project
  const found = await sql<NamespaceKeys>`
    select k.namespace_id, count(*) as keys, sum(${isSourceless(id)}) as sourceless
    from "key" k where k.project_id = ${id} group by k.namespace_id`.execute(db)
  return found.rows.map(({ namespace_id, keys, sourceless }) => ({
    namespace_id,
    keys: Number(keys),
    sourceless: Number(sourceless),
  }))
}

/** Removes a language; each of its texts is recorded in the history, so that it can be restored. */
export async function removeLanguageRows(
  w: Writer,
  of: { readonly scope: Scope; readonly tally: OperationTally },
  change: Extract<InternalChange, { kind: 'remove-language' }>,
): Promise<Refusal | null> {
  const { scope, tally } = of
  const { db } = w
  const language = scope.languages.get(change.tag)
  if (!language || language === scope.source) return { code: 'unknown-language', language: change.tag }
  const beforeOperationId = await languageOwner(w, language.id)
  await recordChanges(w, of, [
    {
      keyId: 0,
      languageId: language.id,
      kind: 'language-removed',
      before: language,
      beforeOperationId,
      ...(change.backTo === undefined ? {} : { afterOperationId: change.backTo }),
    },
  ])
  await removeTexts(w, of, language.id)
  await noteFilesOf(w, of, language.tag)
  await sql`delete from counts where language_id = ${language.id}`.execute(db)
  for (const [id, entry] of tally.counts) if (entry.languageId === language.id) tally.counts.delete(id)
  await db.deleteFrom('language').where('id', '=', language.id).execute()
  scope.languages.delete(language.tag)
  scope.languagesById.delete(language.id)
  tally.languages.add(language.tag)
  tally.changedKeys = null
  tally.changedLanguages.push({ language: language.tag, what: 'removed' })
  tally.changed = true
  return null
}

/** The texts of a removed language are gone, which must not remove them from its files, even if no sync came in between. */
async function readFilesAsNew({ db }: Reader, projectId: number, language: string): Promise<void> {
  await db
    .updateTable('file')
    .set({ synced_at: null })
    .where('project_id', '=', projectId)
    .where('language', '=', language)
    .execute()
}

/**
 * Notes the connected files of a language: if it was removed, their sync detaches them and ends their conflicts; if
 * it was added, they are read.
 */
async function noteFilesOf(
  { db }: Reader,
  { scope, tally }: { readonly scope: Scope; readonly tally: OperationTally },
  language: string,
): Promise<void> {
  const files = await db
    .selectFrom('file')
    .select('namespace')
    .distinct()
    .where('project_id', '=', scope.project.id)
    .where('language', '=', language)
    .execute()
  for (const { namespace } of files) noteFile(tally, language, namespace)
}

/** Removes the texts of a language in chunks, and records each that was ever written. */
async function removeTexts(
  w: Writer,
  of: { readonly scope: Scope; readonly tally: OperationTally },
  languageId: number,
): Promise<void> {
  const { tally } = of
  const { db, dialect } = w
  const [from, to] = idRange(languageId)
  for (let after = from - 1; ; ) {
    const rows = await db
      .selectFrom('translation')
      .selectAll()
      .where('id', '>', after)
      .where('id', '<', to)
      .orderBy('id')
      .limit(CHUNK)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    // Includes emptied texts, because of their versions and operations.
    const written = rows.filter((row) => row.version > 0)
    await recordChanges(
      w,
      of,
      written.map((row) => ({
        keyId: row.key_id,
        languageId,
        kind: 'text' as const,
        before: textBefore(row),
        beforeOperationId: row.operation_id,
      })),
    )
    const texts = written.filter((row) => row.state !== 0)
    tally.translations += texts.length
    for (const row of texts) tally.unindexed.push(row.id)
    await dialect.deleteMany(
      db,
      'search_text',
      texts.map((row) => row.id),
    )
    await dialect.deleteMany(
      db,
      'translation',
      rows.map((row) => row.id),
    )
    await setImmediate()
  }
}

function textBefore(row: Tables['translation']): TextBefore {
  return {
    forms: parseJson(row.forms),
    state: stateOf(row.state),
    version: row.version,
    sourceVersion: row.source_version,
    outdated: row.outdated === 1,
    withKey: row.with_key === 1,
    operationId: row.operation_id,
    ...authorOf(row),
  }
}

/** Returns the id of a language that the project had once and does not have now. */
export async function findFormerId(
  { db }: Reader,
  projectId: number,
  tag: string,
): Promise<number | undefined> {
  const rows = await db
    .selectFrom('change')
    .select('before')
    .where('key_id', '=', 0)
    .where('project_id', '=', projectId)
    .where('kind', '=', 'language-removed')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => parseJson<LanguageBefore>(row.before)).find((before) => before.tag === tag)?.id
}

/** Returns the operation responsible for the language being there, or not; 0: none. */
export async function languageOwner({ db }: Reader, languageId: number): Promise<number> {
  const row = await db
    .selectFrom('change')
    .select(['operation_id', 'after_operation_id'])
    .where('key_id', '=', 0)
    .where('language_id', '=', languageId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? (row.after_operation_id ?? row.operation_id) : 0
}
