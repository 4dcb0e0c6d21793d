import { type ActorId, kindsAbout, type NotificationKindAbout, parseActorId } from '@dragoman/core'
import { sql } from 'kysely'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'

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
  readonly actorId: ActorId | null
  /** How many are left, by namespace. */
  readonly namespaces: ReadonlyMap<string, number>
  /** How many keys it has at most, by id of the namespace; null: few, which are counted one by one. */
  readonly manyKeys: ReadonlyMap<number, number> | null
  readonly total: number
  readonly open: number
  readonly createdAt: string
}

/** Operations of the same actor within this time join the existing batch. */
const JOIN_WITHIN_MS = 60 * 60_000
const OPERATIONS_MAX = 200

/** Adds an operation to its batch, or starts one; returns its id. Does not update counts. */
export async function joinBatch(
  w: Writer,
  batch: {
    readonly projectId: number
    readonly kind: BatchKind
    readonly language: string
    readonly operationId: number
    /** How many keys the operation adds at most, by namespace. */
    readonly keys: ReadonlyMap<string, number>
    readonly actorId: ActorId | null
    readonly at: string
  },
): Promise<number> {
  const { projectId, kind, language, operationId, actorId, at } = batch
  const since = new Date(Date.parse(at) - JOIN_WITHIN_MS).toISOString()
  const there = await w.db
    .selectFrom('string_batch')
    .select(['id', 'many_keys'])
    .where('project_id', '=', projectId)
    .where('language', '=', language)
    .where('kind', '=', kind)
    .where('touched_at', '>=', since)
    .where(actorId === null ? sql<boolean>`actor_id is null` : sql<boolean>`actor_id = ${actorId}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const operations = there ? ((await operationsOf(w, [there.id])).get(there.id) ?? []) : []
  if (there && (operations.includes(operationId) || operations.length < OPERATIONS_MAX)) {
    const manyKeys = manyKeysOf(there.many_keys)
    const more = manyKeys && withMore(manyKeys, await byNamespaceId(w, projectId, batch.keys))
    await w.db
      .updateTable('string_batch')
      .set({ touched_at: at, many_keys: manyKeysText(more) })
      .where('id', '=', there.id)
      .execute()
    if (!operations.includes(operationId)) await addOperation(w, there.id, operationId)
    return there.id
  }
  const id = await w.dialect.allocate(w.db, 'string_batch', 1)
  const row: Tables['string_batch'] = {
    id,
    project_id: projectId,
    kind,
    language,
    actor_id: actorId,
    namespaces: '{}',
    total: 0,
    open: 0,
    created_at: at,
    touched_at: at,
    many_keys: null,
    to_count: 0,
  }
  await w.db.insertInto('string_batch').values(row).execute()
  await addOperation(w, id, operationId)
  return id
}

async function addOperation({ db }: Writer, batchId: number, operationId: number): Promise<void> {
  await db
    .insertInto('string_batch_operation')
    .values({ operation_id: operationId, batch_id: batchId })
    .execute()
}

/** Returns numbers of keys by the ids of their namespaces. */
export async function byNamespaceId(
  { db, dialect }: Reader,
  projectId: number,
  keys: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('namespace')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where(dialect.inTexts(sql.ref('name'), [...keys.keys()]))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, keys.get(name) ?? 0]))
}

/** Returns the sums of two numbers of keys. */
export function withMore(
  keys: ReadonlyMap<number, number>,
  more: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const sums = new Map(keys)
  for (const [namespaceId, count] of more) sums.set(namespaceId, (sums.get(namespaceId) ?? 0) + count)
  return sums
}

/** Returns the operations of batches, in order. */
export async function operationsOf(
  { db, dialect }: Reader,
  batchIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (batchIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('string_batch_operation')
    .select(['batch_id', 'operation_id'])
    .where(dialect.inIds(sql.ref('batch_id'), batchIds))
    .orderBy('operation_id')
    .execute()
  const byBatch = new Map<number, number[]>(batchIds.map((id) => [id, []]))
  for (const { batch_id: id, operation_id: operation } of rows) byBatch.get(id)?.push(operation)
  return byBatch
}

/** Removes batches that have become empty. */
export async function removeBatches({ db, dialect }: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('string_batch')
    .where(dialect.inIds(sql.ref('id'), ids))
    .execute()
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
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.id, stringBatch(row)]))
}

/** Returns the batches of a project of which strings are left. */
export async function openBatchesOf({ db }: Reader, projectId: number): Promise<readonly StringBatch[]> {
  const rows = await db
    .selectFrom('string_batch')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('open', '>', 0)
    .orderBy('id')
    .execute()
  return rows.map(stringBatch)
}

/** Writes how many strings of a batch are left by namespace, if the sum stays the same. */
export async function writeNamespaces(
  { db }: Writer,
  id: number,
  namespaces: StringBatch['namespaces'],
): Promise<void> {
  await db
    .updateTable('string_batch')
    .set({ namespaces: JSON.stringify([...namespaces]) })
    .where('id', '=', id)
    .execute()
}

/** What notifications about a batch name as their subject. */
export function subjectOfBatch(batchId: number): string {
  return `strings:${batchId}`
}

/** Returns how many strings of a batch are left in these namespaces; null: all. */
export function openIn(
  { namespaces }: StringBatch,
  only: ReadonlySet<string> | null,
): ReadonlyMap<string, number> {
  return new Map([...namespaces].filter(([name, count]) => count > 0 && (only === null || only.has(name))))
}

/** Returns how many strings are left in all namespaces. */
export function sumOf(namespaces: ReadonlyMap<unknown, number>): number {
  return [...namespaces.values()].reduce((sum, count) => sum + count, 0)
}

export function manyKeysText(keys: ReadonlyMap<number, number> | null): string | null {
  return keys && JSON.stringify([...keys])
}

/** Returns numbers of keys by the ids of their namespaces, as they are stored; null: there are few. */
export function manyKeysOf(text: string | null): ReadonlyMap<number, number> | null {
  return text === null ? null : new Map(parseJson<[number, number][]>(text))
}

function stringBatch(row: Tables['string_batch']): StringBatch {
  const entries: unknown = parseJson(row.namespaces)
  return {
    id: row.id,
    projectId: row.project_id,
    kind: kindsAbout('strings').find((kind) => kind === row.kind) ?? 'new-strings',
    language: row.language,
    actorId: parseActorId(row.actor_id),
    namespaces: new Map(Array.isArray(entries) ? entries : []),
    manyKeys: manyKeysOf(row.many_keys),
    total: row.total,
    open: row.open,
    createdAt: row.created_at,
  }
}
