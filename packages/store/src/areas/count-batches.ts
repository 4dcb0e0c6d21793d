import { sql } from 'kysely'
import { stateNumber } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import { translationIdSql } from '../tables.ts'
import { lostKeys, unmarkBatches } from './batches-to-count.ts'
import { keysOfOperations, type OfOperations } from './keys-of-batches.ts'
import { batchesByIds, manyKeysText, operationsOf, type StringBatch, sumOf } from './string-batches.ts'

/** With more keys, the counts of the namespaces are accurate enough, and take no time. */
export const COUNTED_ONE_BY_ONE = 2000

/** A batch before it was counted, and now. */
export type CountedBatch = { readonly before: StringBatch; readonly batch: StringBatch }

/** Updates how many strings of batches are left. Batches of the same operations are counted together. */
export async function countBatches(w: Writer, ids: readonly number[]): Promise<readonly CountedBatch[]> {
  const batches = await batchesByIds(w, ids)
  const lost = await lostKeys(w, ids)
  const counted: CountedBatch[] = []
  for (const { of, own } of await groupsOf(w, batches)) {
    const isManyLost = own.some(({ id, manyKeys }) => manyKeys !== null && lost.has(id))
    const isMany = own.some(({ manyKeys }) => manyKeys === null) && (await hasMany(w, of))
    // An old batch that others were joined into can have no operations any more.
    const keys = (isManyLost || isMany) && of.operations.length > 0 ? await keysByNamespace(w, of) : null
    const manyKeysNow = (batch: StringBatch) =>
      keys !== null && (batch.manyKeys === null ? isMany : lost.has(batch.id)) ? keys : batch.manyKeys
    const now = own.map((before) => ({ before, manyKeys: manyKeysNow(before) }))
    const many = await leftOfMany(w, now)
    const few = await leftOneByOne(
      w,
      of,
      now.flatMap(({ before, manyKeys }) => (manyKeys === null ? [before.language] : [])),
    )
    for (const { before, manyKeys } of now) {
      const namespaces = (manyKeys === null ? few.get(before.language) : many.get(before.id)) ?? new Map()
      const open = sumOf(namespaces)
      const batch = { ...before, manyKeys, namespaces, open, total: Math.max(before.total, open) }
      await writeCounts(w, before, batch)
      counted.push({ before, batch })
    }
  }
  await unmarkBatches(w, ids)
  return counted
}

type Group = { readonly of: OfOperations; readonly own: StringBatch[] }

/** Returns batches by what they consist of: those of an operation differ in their languages only. */
async function groupsOf(r: Reader, batches: ReadonlyMap<number, StringBatch>): Promise<Iterable<Group>> {
  const operations = await operationsOf(r, [...batches.keys()])
  const groups = new Map<string, Group>()
  for (const batch of batches.values()) {
    const { projectId, kind } = batch
    const of = { projectId, kind, operations: operations.get(batch.id) ?? [] }
    const name = JSON.stringify(of)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, { of, own: [batch] })
    else group.own.push(batch)
  }
  return groups.values()
}

async function writeCounts({ db }: Writer, before: StringBatch, batch: StringBatch): Promise<void> {
  const namespaces = JSON.stringify([...batch.namespaces])
  const isSame = namespaces === JSON.stringify([...before.namespaces]) && batch.manyKeys === before.manyKeys
  if (isSame) return
  await db
    .updateTable('string_batch')
    .set({ namespaces, open: batch.open, total: batch.total, many_keys: manyKeysText(batch.manyKeys) })
    .where('id', '=', batch.id)
    .execute()
}

/** Looks only at as many keys as it takes to tell. */
async function hasMany({ db, dialect }: Reader, of: OfOperations): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from (select 1 as one from (${keysOfOperations(of, dialect)}) as k limit ${COUNTED_ONE_BY_ONE + 1}) as counted`.execute(
    db,
  )
  return (rows[0]?.count ?? 0) > COUNTED_ONE_BY_ONE
}

/** Returns how many keys a batch has, by id of the namespace. */
async function keysByNamespace(
  { db, dialect }: Reader,
  of: OfOperations,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ namespaceId: number; count: number }>`
    select k.namespace_id as "namespaceId", count(*) as count
    from (select distinct id from (${keysOfOperations(of, dialect)}) as o) b join "key" k on k.id = b.id
    group by k.namespace_id order by k.namespace_id`.execute(db)
  return new Map(rows.map(({ namespaceId, count }) => [namespaceId, count]))
}

type LeftByNamespace = ReadonlyMap<string, number>

/** Counts the strings that are left in some languages, by language. */
async function leftOneByOne(
  { db, dialect }: Reader,
  of: OfOperations,
  languages: readonly string[],
): Promise<ReadonlyMap<string, LeftByNamespace>> {
  if (languages.length === 0 || of.operations.length === 0) return new Map()
  const { rows } = await sql<{ language: string; name: string; count: number }>`
    select l.tag as language, n.name as name, count(*) as count
    from (select distinct id from (${keysOfOperations(of, dialect)}) as o) b join "key" k on k.id = b.id
    join namespace n on n.id = k.namespace_id
    join language l on l.project_id = ${of.projectId} and l.tag in (${sql.join(languages)})
    join translation t on t.id = ${translationIdSql(sql.ref('l.id'), sql.ref('k.id'))} and ${isLeft(of)}
    group by l.tag, n.name order by l.tag, n.name`.execute(db)
  const left = new Map<string, Map<string, number>>()
  for (const { language, name, count } of rows) {
    const own = left.get(language) ?? new Map<string, number>()
    left.set(language, own.set(name, count))
  }
  return left
}

/** Whether the text `t` is one that the batch is about. */
export function isLeft({ kind }: Pick<OfOperations, 'kind'>) {
  return kind === 'new-strings'
    ? sql`t.state = ${sql.lit(stateNumber('untranslated'))} and t.sourceless = 0`
    : sql`t.outdated = 1`
}

type Many = {
  readonly before: StringBatch
  readonly manyKeys: ReadonlyMap<number, number> | null
}

/** Returns how many strings can be left of batches with many keys: as many as there are in their namespaces at most. */
async function leftOfMany(
  { db }: Reader,
  all: readonly Many[],
): Promise<ReadonlyMap<number, LeftByNamespace>> {
  const many = all.filter(({ manyKeys }) => manyKeys !== null)
  const [first] = many
  if (first === undefined) return new Map()
  const { projectId, kind } = first.before
  const rows = await db
    .selectFrom('counts')
    .innerJoin('language', 'language.id', 'counts.language_id')
    .innerJoin('namespace', 'namespace.id', 'counts.namespace_id')
    .where('language.project_id', '=', projectId)
    .where(
      'language.tag',
      'in',
      many.map(({ before }) => before.language),
    )
    .select(['language.tag as language', 'namespace.id as namespaceId', 'namespace.name as name'])
    .select(kind === 'new-strings' ? 'counts.untranslated as left' : 'counts.outdated as left')
    .orderBy('namespace.name')
    .execute()
  return new Map(
    many.map(({ before, manyKeys }) => {
      const own = rows.filter(({ language }) => language === before.language)
      const left = own.map(({ namespaceId, name, left }): [string, number] => [
        name,
        Math.min(manyKeys?.get(namespaceId) ?? 0, left),
      ])
      return [before.id, new Map(left.filter(([, count]) => count > 0))]
    }),
  )
}
