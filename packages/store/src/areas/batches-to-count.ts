import type { MovedKeys } from '@dragoman/core'
import { sql } from 'kysely'
import type { KeyBefore, LanguageBefore } from '../door/change.ts'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import { translationId } from '../tables.ts'
import type { OperationSummary } from '../types.ts'

/** What was changed in the content of a project, as far as batches of strings depend on it. */
export type ChangedStrings = {
  readonly projectId: number
  readonly source: { readonly id: number; readonly tag: string }
  /** Languages in which strings might be left now, or no longer; null: all, also removed ones. */
  readonly languages: readonly string[] | null
  /** Keys that were written, or whose texts were; null: too many to list. */
  readonly keys: readonly number[] | null
  /** Keys that are in another namespace now. */
  readonly moved: readonly MovedKeys[]
  readonly operations: readonly number[]
}

/** Batches to be counted again; those of `withKeys` have many keys, which were removed, restored or moved. */
export type BatchesToCount = { readonly ids: readonly number[]; readonly withKeys: readonly number[] }

/** Returns the open batches that a change can have affected: those whose operations wrote the keys, or have many keys. */
export async function batchesToCount(r: Reader, changed: ChangedStrings): Promise<BatchesToCount> {
  const { languages, keys } = changed
  if (languages?.length === 0) return { ids: [], withKeys: [] }
  if (keys === null) {
    const open = await openBatches(r, changed)
    const many = open.filter(({ hasMany }) => hasMany).map(({ id }) => id)
    const isWithKeys =
      many.length > 0 && (changed.moved.length > 0 || (await hasRemovedKeys(r, changed.operations)))
    return { ids: open.map(({ id }) => id), withKeys: isWithKeys ? many : [] }
  }
  const isWriter = hasWriterOf(r, changed.source.id, keys)
  const { rows } = await sql<{ id: number | null; there: number; manyWritten: number }>`
    select b.id as id, (select count(*) from "key" where ${r.dialect.inIds(sql.ref('key.id'), keys)}) as there,
      case when b.many_keys is not null and ${isWriter} then 1 else 0 end as "manyWritten"
    from (select 1 as one) as o left join string_batch b on ${isOpenIn(changed)}
      and (b.many_keys is not null or ${isWriter})
    order by b.id`.execute(r.db)
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  const written = rows.flatMap(({ id, manyWritten }) => (id !== null && manyWritten === 1 ? [id] : []))
  const moved = changed.moved.length > 0 ? written : []
  if ((rows[0]?.there ?? 0) === keys.length) return { ids, withKeys: moved }
  const lost = await openBatches(r, changed, await writersOfRemoved(r, changed.source.tag, keys))
  return {
    ids: [...new Set([...ids, ...lost.map(({ id }) => id)])],
    withKeys: [...new Set([...moved, ...lost.filter(({ hasMany }) => hasMany).map(({ id }) => id)])],
  }
}

/**
 * Returns the batches that an undo can have given strings again, with those that were finished: what was removed,
 * translated or reviewed is back as it was.
 */
export async function batchesToCountAgain(
  r: Reader,
  undo: ChangedStrings & {
    readonly languages: readonly string[]
    /** Keys can be there again, not only texts. */
    readonly restoresKeys: boolean
  },
): Promise<BatchesToCount> {
  const { projectId, source, keys, restoresKeys } = undo
  const added = keys === null ? await addedLanguages(r, undo.operations) : []
  const languages = [...undo.languages, ...added]
  if (languages.length === 0) return { ids: [], withKeys: [] }
  const wroteKeys = keys === null ? sql`true` : hasWriterOf(r, source.id, keys)
  const { rows } = await sql<{ id: number; many: number }>`
    select b.id as id, case when b.many_keys is null then 0 else 1 end as many from string_batch b
    where ${wroteKeys} and b.project_id = ${projectId} and b.language in (${sql.join(languages)})
    order by b.id`.execute(r.db)
  return {
    ids: rows.map(({ id }) => id),
    withKeys: rows.flatMap(({ id, many }) => (restoresKeys && many === 1 ? [id] : [])),
  }
}

function isOpenIn({ projectId, languages }: ChangedStrings) {
  const own = sql`b.project_id = ${projectId} and b.open > 0`
  return languages === null ? own : sql`${own} and b.language in (${sql.join(languages)})`
}

/** Returns open batches; with operations: those that contain one of them. */
async function openBatches(
  { db, dialect }: Reader,
  changed: ChangedStrings,
  operations: readonly number[] | null = null,
): Promise<readonly { readonly id: number; readonly hasMany: boolean }[]> {
  const isOfOperations =
    operations === null
      ? sql`true`
      : sql`b.id in (select batch_id from string_batch_operation where ${dialect.inIds(sql.ref('operation_id'), operations)})`
  const { rows } = await sql<{ id: number; many: number }>`
    select b.id as id, case when b.many_keys is null then 0 else 1 end as many from string_batch b
    where ${isOpenIn(changed)} and ${isOfOperations} order by b.id`.execute(db)
  return rows.map(({ id, many }) => ({ id, hasMany: many === 1 }))
}

/** Whether an operation of the batch `b` wrote keys or their source texts, now or before. */
function hasWriterOf(r: Reader, sourceId: number, keys: readonly number[]) {
  return sql`b.id in (select batch_id from string_batch_operation where operation_id in (${writersOf(r, sourceId, keys)}))`
}

/** Selects the operations that wrote keys or their source texts, now or before. */
function writersOf({ dialect }: Reader, sourceId: number, keys: readonly number[]) {
  const texts = keys.map((key) => translationId(sourceId, key))
  return sql`select operation_id from "key" where ${dialect.inIds(sql.ref('id'), keys)}
    union select operation_id from translation where ${dialect.inIds(sql.ref('id'), texts)} and operation_id is not null
    union select before_operation_id from change where ${dialect.inIds(sql.ref('key_id'), keys)}
      and (language_id is null or language_id = ${sourceId}) and before_operation_id is not null`
}

/** Returns the operations that had written keys or their source texts before they were removed. */
async function writersOfRemoved(
  { db, dialect }: Reader,
  source: string,
  keys: readonly number[],
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('change')
    .select('before')
    .where(dialect.inIds(sql.ref('key_id'), keys))
    .where('language_id', 'is', null)
    .where('kind', '=', 'key-removed')
    .execute()
  return rows.flatMap((row) => {
    const { operationId, texts } = parseJson<KeyBefore>(row.before)
    const text = texts.find(([language]) => language === source)?.[1]
    return [operationId, ...(text?.operationId == null ? [] : [text.operationId])]
  })
}

/** Returns the languages that operations have added, also again. */
async function addedLanguages(
  { db, dialect }: Reader,
  operations: readonly number[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('change')
    .select('before')
    .where(dialect.inIds(sql.ref('operation_id'), operations))
    .where('key_id', '=', 0)
    .where('kind', '=', 'language-added')
    .execute()
  return rows.map(({ before }) => parseJson<LanguageBefore>(before).tag)
}

async function hasRemovedKeys({ db, dialect }: Reader, operations: readonly number[]): Promise<boolean> {
  const rows = await db
    .selectFrom('operation')
    .select('summary')
    .where(dialect.inIds(sql.ref('id'), operations))
    .execute()
  return rows.some(({ summary }) => parseJson<OperationSummary>(summary).keysRemoved > 0)
}

const COUNT = 1
const COUNT_WITH_KEYS = 2

/** Marks batches to be counted by `countBatches`, now or in a later transaction. */
export async function markBatches(w: Writer, { ids, withKeys }: BatchesToCount): Promise<void> {
  for (const [mark, marked] of [
    [COUNT, ids],
    [COUNT_WITH_KEYS, withKeys],
  ] as const) {
    if (marked.length === 0) continue
    await w.db
      .updateTable('string_batch')
      .set({ to_count: mark })
      .where(w.dialect.inIds(sql.ref('id'), marked))
      .where('to_count', '<', mark)
      .execute()
  }
}

/** Returns the first of the marked batches. */
export async function markedBatches({ db }: Reader, limit: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('string_batch')
    .select('id')
    .where('to_count', '>', 0)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns those of the batches whose keys are to be counted too. */
export async function lostKeys(
  { db, dialect }: Reader,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('string_batch')
    .select('id')
    .where(dialect.inIds(sql.ref('id'), ids))
    .where('to_count', '=', COUNT_WITH_KEYS)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Batches that were counted are no longer marked. */
export async function unmarkBatches({ db, dialect }: Writer, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('string_batch')
    .set({ to_count: 0 })
    .where(dialect.inIds(sql.ref('id'), ids))
    .where('to_count', '>', 0)
    .execute()
}
