import { type Kysely, type RawBuilder, sql } from 'kysely'
import { QueryTooCostlyError } from '../errors.ts'
import { QUERY_BUDGET_MS } from '../search/query-limits.ts'
import type { Tables } from '../tables.ts'
import {
  type AppendedEvent,
  type BulkTable,
  bulkColumns,
  type ColumnType,
  type Dialect,
  type EventToAppend,
  type SearchRequest,
} from './dialect.ts'

/**
 * Time limit for one statement of a limited query, in wall-clock time: here it blocks no other query, it only
 * uses a processor.
 */
const STATEMENT_MS = 5 * QUERY_BUDGET_MS

const NOW = sql<string>`to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** query_canceled. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

/** PostgreSQL with pg_trgm for search. Bulk operations send one array per column. */
export function postgresDialect(): Dialect {
  return {
    name: 'postgres',
    inIds: (column, ids) => sql`${column} = any(${ids}::bigint[])`,
    inTexts: (column, texts) => sql`${column} = any(${texts}::text[])`,
    contains: (column, folded) => sql`strpos(${column}, ${folded}) > 0`,
    withinBudget: null,
    async limited(db, job) {
      await sql`select set_config('statement_timeout', ${String(STATEMENT_MS)}, true)`.execute(db)
      try {
        const done = await job()
        await sql`select set_config('statement_timeout', '0', true)`.execute(db)
        return done
      } catch (error) {
        throw isTimeout(error) ? new QueryTooCostlyError('time', { words: 0, limit: STATEMENT_MS }) : error
      }
    },
    searchIds,
    async allocate(db, counter, count) {
      const row = await sql<{ value: number }>`
        update counter set value = value + ${count} where name = ${counter} returning value`.execute(db)
      const value = row.rows[0]?.value
      if (value === undefined) throw new Error(`no counter ${counter}`)
      return value - count + 1
    },
    ...LOCKS,
    operationNumber: sql`(select value from counter where name = 'operation')`,
    changeNumber: sql`(select value from counter where name = 'change')`,
    lastOperationNumber: sql`(select value from counter where name = 'operation')`,
    async keepNumbers() {},
    now: NOW,
    nowMs: sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    appendEvents,
    ...BULK_WRITES,
    // PostgreSQL indexes search_text itself.
    async reindex() {},
    async indexLater() {},
    async indexMore() {
      return false
    },
    async mergeMore() {
      return false
    },
  }
}

/** Locks that are held until the transaction ends. */
const LOCKS: Pick<Dialect, 'lockProject' | 'beginOperation' | 'holdPerson' | 'lockPeople' | 'lockBase'> = {
  async lockProject(db, projectId) {
    await sql`select id from project where id = ${projectId} for update`.execute(db)
  },
  // The counters stay locked until the transaction ends.
  async beginOperation(db, projectId) {
    await sql`with locked as (select id from project where id = ${projectId} for update)
      update counter set value = value + 1
      where name in ('operation', 'change') and exists (select 1 from locked)`.execute(db)
  },
  async holdPerson(db, userId) {
    await sql`select 1 from "user" where id = ${userId} for share`.execute(db)
  },
  async lockPeople(db, userIds) {
    await sql`select 1 from "user" where id in (${userIds}) order by id for no key update`.execute(db)
  },
  async lockBase(db, sourceId, path) {
    await sql`select 1 from file_base where source_id = ${sourceId} and path = ${path} for update`.execute(db)
  },
}

async function searchIds(
  db: Kysely<Tables>,
  { ranges, word, cap }: SearchRequest,
): Promise<readonly number[] | null> {
  if (Array.from(word).length < 3) return null
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  const within = ranges.map(([from, to]) => sql`(id >= ${from} and id < ${to})`)
  const found = await sql<{ id: number }>`
    select id from search_text where folded like ${pattern} and (${sql.join(within, sql` or `)}) limit ${cap + 1}`.execute(
    db,
  )
  return found.rows.length > cap ? null : found.rows.map((row) => row.id)
}

/** The counter's row stays locked until the commit is visible. */
async function appendEvents(
  db: Kysely<Tables>,
  rows: readonly EventToAppend[],
): Promise<readonly AppendedEvent[]> {
  const { rows: appended } = await sql<AppendedEvent>`
    with taken as (
      update counter set value = value + ${rows.length} where name = 'event'
      returning value - ${rows.length} as last)
    insert into event (number, mark, kind, version, project_id, actor_id, at, payload)
    select taken.last + e.place, e.mark, e.kind, e.version, e.project_id, e.actor_id, ${NOW}, e.payload
    from taken, unnest(
      ${rows.map((_, index) => index + 1)}::bigint[], ${rows.map((row) => row.mark)}::text[],
      ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.version)}::bigint[],
      ${rows.map((row) => row.project_id)}::bigint[], ${rows.map((row) => row.actor_id)}::text[],
      ${rows.map((row) => row.payload)}::text[]
    ) as e (place, mark, kind, version, project_id, actor_id, payload)
    returning number, at`.execute(db)
  return appended.toSorted((a, b) => a.number - b.number)
}

/** Writes of many rows: one array per column. */
const BULK_WRITES: Pick<Dialect, 'insertMany' | 'upsertSearchTexts' | 'updateMany' | 'deleteMany'> = {
  async insertMany(db, table, rows) {
    if (rows.length > 0) await insertRows(table, rows).execute(db)
  },
  async upsertSearchTexts(db, rows) {
    if (rows.length === 0) return
    await sql`${insertRows('search_text', rows)} on conflict (id) do update set folded = excluded.folded`.execute(
      db,
    )
  },
  async updateMany(db, table, columns, rows) {
    if (rows.length === 0) return
    const types = new Map<string, ColumnType>(bulkColumns(table))
    const all = ['id' as const, ...columns]
    const arrays = all.map((name) =>
      arrayOf(
        rows.map((row) => row[name]),
        types.get(name) ?? 'text',
      ),
    )
    await sql`
        update ${sql.table(table)} as t set ${sql.raw(columns.map((name) => `"${name}" = u."${name}"`).join(', '))}
        from unnest(${sql.join(arrays)}) as u (${sql.join(all.map((name) => sql.ref(name)))})
        where t.id = u.id`.execute(db)
  },
  async deleteMany(db, table: BulkTable, ids) {
    if (ids.length === 0) return
    await sql`delete from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(db)
  },
}

function insertRows<T extends BulkTable>(table: T, rows: readonly Tables[T][]): RawBuilder<unknown> {
  const columns = bulkColumns(table)
  const arrays = columns.map(([name, type]) =>
    arrayOf(
      rows.map((row) => row[name]),
      type,
    ),
  )
  return sql`insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))}) select * from unnest(${sql.join(arrays)})`
}

function arrayOf(values: readonly unknown[], type: ColumnType): RawBuilder<unknown> {
  return sql`${values}::${sql.raw(type === 'int' ? 'bigint[]' : 'text[]')}`
}
