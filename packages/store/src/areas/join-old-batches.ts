import type { ActorId } from '@dragoman/core'
import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import { translationIdSql } from '../tables.ts'
import { markBatches } from './batches-to-count.ts'
import { COUNTED_ONE_BY_ONE, isLeft } from './count-batches.ts'
import { keysOfOperations } from './keys-of-batches.ts'
import { emitNotified } from './notifications.ts'
import {
  batchesByIds,
  byNamespaceId,
  manyKeysText,
  operationsOf,
  removeBatches,
  type StringBatch,
  subjectOfBatch,
  sumOf,
  withMore,
} from './string-batches.ts'

/** Batches that are joined in one transaction. */
const JOINED_AT_ONCE = 50

/**
 * Joins some open batches of a language that no operation has joined since a time into the oldest of them, so that their
 * number does not grow with the age of a project; so do their lines in inboxes. Returns true if there can be more.
 */
export async function joinOldBatches(w: Writer, before: string): Promise<boolean> {
  const ids = await oldBatches(w, before)
  const [into, ...joined] = (await batchesByIds(w, ids)).values()
  if (into === undefined || joined.length === 0) return false
  await writeJoined(w, into, joined)
  await joinNotifications(w, into, joined)
  await removeBatches(
    w,
    joined.map(({ id }) => id),
  )
  await markBatches(w, { ids: [into.id], withKeys: [] })
  return true
}

/** Returns old batches of one kind in one language, the oldest first. */
async function oldBatches({ db }: Reader, before: string): Promise<readonly number[]> {
  const several = await db
    .selectFrom('string_batch')
    .select(['project_id', 'language', 'kind'])
    .where('open', '>', 0)
    .where('touched_at', '<', before)
    .groupBy(['project_id', 'language', 'kind'])
    .having((having) => having.fn.countAll(), '>', 1)
    .limit(1)
    .executeTakeFirst()
  if (several === undefined) return []
  const rows = await db
    .selectFrom('string_batch')
    .select('id')
    .where('project_id', '=', several.project_id)
    .where('language', '=', several.language)
    .where('kind', '=', several.kind)
    .where('open', '>', 0)
    .where('touched_at', '<', before)
    .orderBy('id')
    .limit(JOINED_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Makes one batch of several. It keeps the operations of which something is left; if there is more than can be counted
 * one by one, how many there are by namespace instead.
 */
async function writeJoined(w: Writer, into: StringBatch, joined: readonly StringBatch[]): Promise<void> {
  const all = [into, ...joined]
  const namespaces = new Map<string, number>()
  for (const batch of all)
    for (const [name, count] of batch.namespaces) namespaces.set(name, (namespaces.get(name) ?? 0) + count)
  const open = sumOf(namespaces)
  const isMany = open > COUNTED_ONE_BY_ONE || all.some(({ manyKeys }) => manyKeys !== null)
  const manyKeys = isMany ? await keysOfAll(w, all) : null
  const operations = isMany ? [] : await operationsLeft(w, all)
  await w.db.deleteFrom('string_batch_operation').where('batch_id', '=', into.id).execute()
  for (const operation of operations)
    await w.db
      .insertInto('string_batch_operation')
      .values({ operation_id: operation, batch_id: into.id })
      .execute()
  await w.db
    .updateTable('string_batch')
    .set({
      actor_id: onlyActor(all),
      namespaces: JSON.stringify([...namespaces]),
      open,
      total: open,
      many_keys: manyKeysText(manyKeys),
    })
    .where('id', '=', into.id)
    .execute()
}

/** Returns how many keys batches have at most, by id of the namespace; of small ones those of which strings are left. */
async function keysOfAll(r: Reader, batches: readonly StringBatch[]): Promise<ReadonlyMap<number, number>> {
  let keys: ReadonlyMap<number, number> = new Map()
  for (const { projectId, namespaces, manyKeys } of batches)
    keys = withMore(keys, manyKeys ?? (await byNamespaceId(r, projectId, namespaces)))
  return keys
}

/** Returns who added the strings of batches; null: several did. */
function onlyActor([first, ...others]: readonly StringBatch[]): ActorId | null {
  const actorId = first?.actorId ?? null
  return others.every((batch) => batch.actorId === actorId) ? actorId : null
}

/** Returns the operations of batches of one kind and language of which strings are left. */
async function operationsLeft(r: Reader, batches: readonly StringBatch[]): Promise<readonly number[]> {
  const [first] = batches
  if (first === undefined) return []
  const { projectId, kind, language } = first
  const ofBatches = await operationsOf(
    r,
    batches.map(({ id }) => id),
  )
  const of = { projectId, kind, operations: [...new Set([...ofBatches.values()].flat())] }
  const { rows } = await sql<{ operation: number }>`
    select distinct b.operation_id as operation from (${keysOfOperations(of, r.dialect)}) as b
    join language l on l.project_id = ${projectId} and l.tag = ${language}
    join translation t on t.id = ${translationIdSql(sql.ref('l.id'), sql.ref('b.id'))} and ${isLeft(of)}`.execute(
    r.db,
  )
  return rows.map(({ operation }) => operation)
}

/** Everyone who had an open notification about one of the batches has one about the remaining batch. */
async function joinNotifications(
  w: Writer,
  into: StringBatch,
  joined: readonly StringBatch[],
): Promise<void> {
  const { db, dialect } = w
  const all = [into, ...joined]
  const subject = subjectOfBatch(into.id)
  const rows = await db
    .selectFrom('notification')
    .select(['id', 'user_id', 'subject', 'done_at'])
    .where('project_id', '=', into.projectId)
    .where(
      dialect.inTexts(
        sql.ref('subject'),
        all.map(({ id }) => subjectOfBatch(id)),
      ),
    )
    .orderBy('id')
    .execute()
  const own = new Map(rows.flatMap((row) => (row.subject === subject ? [[row.user_id, row]] : [])))
  const moved = new Map<number, number>()
  const reopened = new Set<number>()
  const removed: number[] = []
  for (const row of rows) {
    if (row.subject === subject || row.done_at !== null) continue
    const kept = own.get(row.user_id)
    if (kept === undefined && !moved.has(row.user_id)) {
      moved.set(row.user_id, row.id)
      continue
    }
    removed.push(row.id)
    if (kept !== undefined && kept.done_at !== null) reopened.add(kept.id)
  }
  const has = (ids: Iterable<number>) => dialect.inIds(sql.ref('id'), [...ids])
  if (removed.length > 0) await db.deleteFrom('notification').where(has(removed)).execute()
  if (moved.size > 0)
    await db
      .updateTable('notification')
      .set({ subject, subject_id: into.id })
      .where(has(moved.values()))
      .execute()
  if (reopened.size > 0)
    await db.updateTable('notification').set({ done_at: null, done_by: null }).where(has(reopened)).execute()
  if (onlyActor(all) === null)
    await db
      .updateTable('notification')
      .set({ actor_id: null })
      .where('project_id', '=', into.projectId)
      .where('subject', '=', subject)
      .execute()
  const changed = new Set([...removed, ...moved.values()])
  emitNotified(
    w,
    rows.flatMap((row) => (changed.has(row.id) ? [row.user_id] : [])),
  )
}
