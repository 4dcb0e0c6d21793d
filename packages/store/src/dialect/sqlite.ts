import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SqliteConnection, SqliteStatement } from '../driver/connection.ts'
import { QueryTooCostlyError } from '../errors.ts'
import { QUERY_BUDGET_MS } from '../search/query-limits.ts'
import { threadMs } from '../search/thread-time.ts'
import type { Tables } from '../tables.ts'
import { type AppendedEvent, bulkColumns, type Dialect, type EventToAppend } from './dialect.ts'
import { indexLater, searchIds, searchIndex } from './sqlite-search.ts'

/** Rows per insert statement: the call itself takes a considerable part of the time. */
const ROWS_AT_ONCE = 20

const NOW = sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`

/** Rows between two checks of the clock, in queries of the writing connection. */
const ROWS_PER_LOOK = 32

/**
 * SQLite with FTS5 trigrams for search. Bulk operations use the writing connection directly, inside the
 * transaction that is open there.
 */
export function sqliteDialect(writer: SqliteConnection): Dialect {
  const prepare = keptStatements(writer)
  return {
    name: 'sqlite',
    inIds: (column, ids) => sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`,
    inTexts: (column, texts) => sql`${column} in (select value from json_each(${JSON.stringify(texts)}))`,
    // Both sides are folded, and LIKE is twice as fast here as instr().
    contains: (column, folded) => sql`${column} like ${`%${folded.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
    ...queryBudget(writer),
    searchIds,
    ...searchIndex(prepare),
    indexLater,
    async allocate(db, counter, count) {
      if (counter === 'operation' || counter === 'change') await keepNumbers(db)
      const row = prepare('update counter set value = value + ? where name = ? returning value').get([
        count,
        counter,
      ]) as { value: number }
      return row.value - count + 1
    },
    // There is one writer, so nothing changes during a transaction.
    async holdPerson() {},
    async lockPeople() {},
    async lockProject() {},
    async beginOperation() {},
    operationNumber: nextNumber('operation'),
    changeNumber: nextNumber('change'),
    lastOperationNumber: lastNumber('operation'),
    keepNumbers,
    async lockBase() {},
    now: NOW,
    nowMs: sql`cast((julianday('now') - 2440587.5) * 86400000 as integer)`,
    appendEvents,
    ...bulkWrites(prepare),
  }
}

/**
 * An operation and its history take the numbers after the greatest ones, so that a save does not write the counter.
 * That has the greatest number of those without a row.
 */
function lastNumber(table: 'operation' | 'change'): RawBuilder<number> {
  return sql`max((select value from counter where name = ${sql.lit(table)}),
    coalesce((select max(id) from ${sql.table(table)}), 0))`
}

function nextNumber(table: 'operation' | 'change'): RawBuilder<number> {
  return sql`${lastNumber(table)} + 1`
}

async function keepNumbers(db: Kysely<Tables>): Promise<void> {
  for (const table of ['operation', 'change'] as const)
    await sql`update counter set value = ${lastNumber(table)} where name = ${table}`.execute(db)
}

/** Returns how queries of an open transaction are limited: `within_budget` looks at the clock now and then. */
function queryBudget(writer: SqliteConnection): Pick<Dialect, 'withinBudget' | 'limited'> {
  let endsAt = Number.POSITIVE_INFINITY
  let rows = 0
  writer.defineFunction('within_budget', () => {
    rows += 1
    if (rows % ROWS_PER_LOOK === 0 && threadMs() > endsAt)
      throw new QueryTooCostlyError('time', { words: 0, limit: QUERY_BUDGET_MS })
    return 1
  })
  return {
    withinBudget: sql<SqlBool>`within_budget()`,
    async limited(_db, job) {
      endsAt = threadMs() + QUERY_BUDGET_MS
      try {
        return await job()
      } finally {
        endsAt = Number.POSITIVE_INFINITY
      }
    },
  }
}

/** Returns a function that prepares each statement once. */
function keptStatements(writer: SqliteConnection): (text: string) => SqliteStatement {
  const prepared = new Map<string, SqliteStatement>()
  return (text) => {
    let statement = prepared.get(text)
    if (!statement) {
      statement = writer.prepare(text)
      prepared.set(text, statement)
    }
    return statement
  }
}

async function appendEvents(
  db: Kysely<Tables>,
  rows: readonly EventToAppend[],
): Promise<readonly AppendedEvent[]> {
  const values = rows.map(
    (row) =>
      sql`(${row.mark}, ${row.kind}, ${row.version}, ${row.project_id}, ${row.actor_id}, ${NOW},
        ${row.payload})`,
  )
  const { rows: appended } = await sql<AppendedEvent>`
    insert into event (mark, kind, version, project_id, actor_id, at, payload) values ${sql.join(values)}
    returning number, at`.execute(db)
  return appended.toSorted((a, b) => a.number - b.number)
}

/** Writes of many rows, with prepared statements. */
function bulkWrites(
  prepare: (text: string) => SqliteStatement,
): Pick<Dialect, 'insertMany' | 'upsertSearchTexts' | 'updateMany' | 'deleteMany'> {
  return {
    async insertMany(_db, table, rows) {
      const names = bulkColumns(table).map(([name]) => name)
      const valuesOf = (row: (typeof rows)[number]) => names.map((name) => row[name])
      const values = `(${names.map(() => '?').join(', ')})`
      const insert = (count: number) =>
        prepare(`insert into "${table}" (${names.join(', ')}) values ${Array(count).fill(values).join(', ')}`)
      const whole = rows.length - (rows.length % ROWS_AT_ONCE)
      for (let start = 0; start < whole; start += ROWS_AT_ONCE)
        insert(ROWS_AT_ONCE).run(rows.slice(start, start + ROWS_AT_ONCE).flatMap(valuesOf))
      for (const row of rows.slice(whole)) insert(1).run(valuesOf(row))
    },
    async upsertSearchTexts(_db, rows) {
      const upsert = prepare(
        'insert into search_text (id, folded) values (?, ?) on conflict (id) do update set folded = excluded.folded',
      )
      for (const { id, folded } of rows) upsert.run([id, folded])
    },
    async updateMany(_db, table, columns, rows) {
      const update = prepare(
        `update "${table}" set ${columns.map((name) => `${name} = ?`).join(', ')} where id = ?`,
      )
      for (const row of rows) update.run([...columns.map((name) => row[name]), row.id])
    },
    async deleteMany(_db, table, ids) {
      const remove = prepare(`delete from "${table}" where id = ?`)
      for (const id of ids) remove.run([id])
    },
  }
}
