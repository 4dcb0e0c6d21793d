import { type ActorId, kindsAbout, type NotificationKindAbout, parseActorId } from '@dragoman/core'
import { sql } from 'kysely'
import { parseJson, stateNumber } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import { type Tables, translationIdSql } from '../tables.ts'

/** A batch has the kind of its notifications. */
export type BatchKind = NotificationKindAbout<'strings'>

/**
 * Strings that were added or got a source text, or whose source text changed, together: one line for each person
 * of the language.
 */
export type StringBatch = {
  readonly id: number
  readonly projectId: number
  readonly kind: BatchKind
  readonly language: string
  readonly operations: readonly number[]
  readonly actorId: ActorId | null
  /** How many are left, by namespace. */
  readonly namespaces: ReadonlyMap<string, number>
  readonly total: number
  readonly open: number
  readonly createdAt: string
}

/** Operations of the same actor within this time join the existing batch. */
const JOIN_WITHIN_MS = 60 * 60_000
const OPERATIONS_MAX = 200
/** Above this, the counts of the namespaces are accurate enough, and need no extra query. */
const COUNTED_ONE_BY_ONE = 2000

/** Adds an operation to its batch, or starts one. Does not update counts. */
export async function joinBatch(
  w: Writer,
  {
    projectId,
    kind,
    language,
    operationId,
    actorId,
    at,
  }: {
    readonly projectId: number
    readonly kind: BatchKind
    readonly language: string
    readonly operationId: number
    readonly actorId: ActorId | null
    readonly at: string
  },
): Promise<StringBatch> {
  const since = new Date(Date.parse(at) - JOIN_WITHIN_MS).toISOString()
  const there = await w.db
    .selectFrom('string_batch')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('language', '=', language)
    .where('kind', '=', kind)
    .where('touched_at', '>=', since)
    .where(actorId === null ? sql<boolean>`actor_id is null` : sql<boolean>`actor_id = ${actorId}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const operations = there ? parseJson<number[]>(there.operations) : []
  if (there && (operations.includes(operationId) || operations.length < OPERATIONS_MAX)) {
    const all = operations.includes(operationId) ? operations : [...operations, operationId]
    const row = { ...there, operations: JSON.stringify(all), touched_at: at }
    await w.db
      .updateTable('string_batch')
      .set({ operations: row.operations, touched_at: at })
      .where('id', '=', there.id)
      .execute()
    return stringBatch(row)
  }
  const row: Tables['string_batch'] = {
    id: await w.dialect.allocate(w.db, 'string_batch', 1),
    project_id: projectId,
    kind,
    language,
    operations: JSON.stringify([operationId]),
    actor_id: actorId,
    namespaces: '{}',
    total: 0,
    open: 0,
    created_at: at,
    touched_at: at,
  }
  await w.db.insertInto('string_batch').values(row).execute()
  return stringBatch(row)
}

/** Updates how many strings of a batch are left. */
export async function recountBatch(w: Writer, batch: StringBatch): Promise<StringBatch> {
  const added = await keysOfBatch(w, batch)
  const total = added.reduce((sum, { count }) => sum + count, 0)
  const namespaces =
    total <= COUNTED_ONE_BY_ONE ? await openOneByOne(w, batch) : await openByCounts(w, batch, added)
  const open = [...namespaces.values()].reduce((sum, count) => sum + count, 0)
  await w.db
    .updateTable('string_batch')
    .set({ namespaces: JSON.stringify([...namespaces]), open, total: Math.max(batch.total, open) })
    .where('id', '=', batch.id)
    .execute()
  return { ...batch, namespaces, open, total: Math.max(batch.total, open) }
}

/** Removes a batch that has become empty. */
export async function removeBatch({ db }: Writer, id: number): Promise<void> {
  await db.deleteFrom('string_batch').where('id', '=', id).execute()
}

/** Returns batches that still have work to do, of some languages; null: of all, also of removed ones. */
export async function openBatches(
  { db }: Reader,
  projectId: number,
  languages: readonly string[] | null,
): Promise<readonly StringBatch[]> {
  if (languages?.length === 0) return []
  const rows = await db
    .selectFrom('string_batch')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(languages !== null, (query) => query.where('language', 'in', languages ?? []))
    .where('open', '>', 0)
    .orderBy('id')
    .execute()
  return rows.map(stringBatch)
}

export async function batchesByIds(
  { db, dialect }: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StringBatch>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('string_batch')
    .selectAll()
    .where(dialect.inIds(sql.ref('id'), ids))
    .execute()
  return new Map(rows.map((row) => [row.id, stringBatch(row)]))
}

/** Returns how many strings of a batch are left in these namespaces; null: all. */
export function openIn(
  { namespaces }: StringBatch,
  only: ReadonlySet<string> | null,
): ReadonlyMap<string, number> {
  return new Map([...namespaces].filter(([name, count]) => count > 0 && (only === null || only.has(name))))
}

type Counted = { readonly namespaceId: number; readonly name: string; readonly count: number }

/** Returns those of the operations that wrote source texts of keys that existed and had none. */
export async function addsSourceTexts(
  { db, dialect }: Reader,
  projectId: number,
  operations: readonly number[],
): Promise<ReadonlySet<number>> {
  if (operations.length === 0) return new Set()
  const { rows } = await sql<{ operation_id: number }>`
    select distinct operation_id from (${firstSourceTexts({ projectId, operations }, dialect)}) as f`.execute(
    db,
  )
  return new Set(rows.map((row) => row.operation_id))
}

/** Returns the keys of a batch, by namespace: those its operations added, or whose source they wrote. */
async function keysOfBatch({ db, dialect }: Reader, batch: StringBatch): Promise<readonly Counted[]> {
  const { rows } = await sql<Counted>`
    select n.id as "namespaceId", n.name as name, count(*) as count
    from ${keysIn(batch, dialect)} b join "key" k on k.id = b.id join namespace n on n.id = k.namespace_id
    group by n.id, n.name`.execute(db)
  return rows
}

type OfOperations = Pick<StringBatch, 'operations' | 'projectId'>

function keysIn(batch: StringBatch, dialect: Reader['dialect']) {
  return batch.kind === 'new-strings'
    ? sql`(select id from "key" where ${dialect.inIds(sql.ref('operation_id'), batch.operations)}
        union select id from (${firstSourceTexts(batch, dialect)}) as f)`
    : sql`(select key_id as id from (${sourceTexts(batch, dialect)}) as w)`
}

/** Selects the source texts that are from one of the operations. */
function sourceTexts({ operations, projectId }: OfOperations, dialect: Reader['dialect']) {
  return sql`select t.key_id, t.language_id, t.operation_id from translation t join language l on l.id = t.language_id
    join project p on p.id = l.project_id and p.source_language = l.tag
    where p.id = ${projectId} and t.with_key = 0 and ${dialect.inIds(sql.ref('t.operation_id'), operations)}`
}

/** Selects keys without a source text to which one of the operations gave one, whatever became of it since. */
function firstSourceTexts(of: OfOperations, dialect: Reader['dialect']) {
  const hadText = sql`c.kind = 'text' and not ${dialect.contains(sql`c.before`, WAS_EMPTY)}`
  return sql`select w.key_id as id, w.operation_id from (
      ${sourceTexts(of, dialect)} and t.state > 0
      union all
      select c.key_id, c.language_id, c.before_operation_id from change c join language l on l.id = c.language_id
        join project p on p.id = l.project_id and p.source_language = l.tag
        where p.id = ${of.projectId} and ${dialect.inIds(sql.ref('c.before_operation_id'), of.operations)} and ${hadText}
    ) as w where not exists (select 1 from change c where c.key_id = w.key_id and c.language_id = w.language_id
      and c.operation_id = w.operation_id and ${hadText})`
}

/** In the history, of a text that was empty. In a text the quotation marks are escaped. */
const WAS_EMPTY = '"state":"untranslated"'

async function openOneByOne(r: Reader, batch: StringBatch): Promise<ReadonlyMap<string, number>> {
  const condition =
    batch.kind === 'new-strings'
      ? sql`t.state = ${sql.lit(stateNumber('untranslated'))} and t.sourceless = 0`
      : sql`t.outdated = 1`
  const { rows } = await sql<{ name: string; count: number }>`
    select n.name as name, count(*) as count
    from ${keysIn(batch, r.dialect)} b join "key" k on k.id = b.id join namespace n on n.id = k.namespace_id
    join language l on l.project_id = ${batch.projectId} and l.tag = ${batch.language}
    join translation t on t.id = ${translationIdSql(sql.ref('l.id'), sql.ref('k.id'))} and ${condition}
    group by n.name`.execute(r.db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

async function openByCounts(
  { db }: Reader,
  { projectId, language, kind }: StringBatch,
  added: readonly Counted[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('counts')
    .innerJoin('language', 'language.id', 'counts.language_id')
    .where('language.project_id', '=', projectId)
    .where('language.tag', '=', language)
    .select([
      'counts.namespace_id as id',
      kind === 'new-strings' ? 'counts.untranslated as left' : 'counts.outdated as left',
    ])
    .execute()
  const left = new Map(rows.map((row) => [row.id, row.left]))
  return new Map(
    added.map(({ namespaceId, name, count }) => [name, Math.min(count, left.get(namespaceId) ?? 0)]),
  )
}

function stringBatch(row: Tables['string_batch']): StringBatch {
  const entries: unknown = parseJson(row.namespaces)
  return {
    id: row.id,
    projectId: row.project_id,
    kind: kindsAbout('strings').find((kind) => kind === row.kind) ?? 'new-strings',
    language: row.language,
    operations: parseJson<number[]>(row.operations),
    actorId: parseActorId(row.actor_id),
    namespaces: new Map(Array.isArray(entries) ? entries : []),
    total: row.total,
    open: row.open,
    createdAt: row.created_at,
  }
}
