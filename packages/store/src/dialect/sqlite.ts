import { setImmediate } from 'node:timers/promises'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SqliteConnection, SqliteStatement } from '../driver/connection.ts'
import { QueryTooCostlyError } from '../errors.ts'
import { parseJson } from '../rows.ts'
import { QUERY_BUDGET_MS } from '../search/query-limits.ts'
import { threadMs } from '../search/thread-time.ts'
import type { Tables } from '../tables.ts'
import { type AppendedEvent, bulkColumns, type Dialect, type SearchRequest } from './dialect.ts'

/** Ends each indexed text, so that its last two characters start trigrams too. */
const END = 'char(3, 3)'

/** Trigrams of a long word to look up: the first ones leave few texts to compare. */
const TRIGRAMS_AT_MOST = 32

/** Maximum number of texts with a word of one or two characters; with more, walking the list is faster. */
const SHORT_WORDS_AT_MOST = 20_000

/** Rows indexed without a break for other work, while a caller waits, and in a quiet moment. */
const REINDEX_CHUNK = 1000
const INDEX_CHUNK = 2000

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
  let endsAt = Number.POSITIVE_INFINITY
  let rows = 0
  writer.defineFunction('within_budget', () => {
    rows += 1
    if (rows % ROWS_PER_LOOK === 0 && threadMs() > endsAt)
      throw new QueryTooCostlyError('time', { words: 0, limit: QUERY_BUDGET_MS })
    return 1
  })
  const prepared = new Map<string, SqliteStatement>()
  const prepare = (text: string) => {
    let statement = prepared.get(text)
    if (!statement) {
      statement = writer.prepare(text)
      prepared.set(text, statement)
    }
    return statement
  }
  return {
    name: 'sqlite',
    inIds: (column, ids) => sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`,
    inTexts: (column, texts) => sql`${column} in (select value from json_each(${JSON.stringify(texts)}))`,
    // Both sides are folded, and LIKE is twice as fast here as instr().
    contains: (column, folded) => sql`${column} like ${`%${folded.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
    withinBudget: sql<SqlBool>`within_budget()`,
    async limited(_db, job) {
      endsAt = threadMs() + QUERY_BUDGET_MS
      try {
        return await job()
      } finally {
        endsAt = Number.POSITIVE_INFINITY
      }
    },
    searchIds,
    indexLater,
    indexMore,
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
    keepNumbers,
    async lockBase() {},
    now: NOW,
    nowMs: sql`cast((julianday('now') - 2440587.5) * 86400000 as integer)`,
    async appendEvents(db, rows) {
      const values = rows.map(
        (row) =>
          sql`(${row.mark}, ${row.kind}, ${row.version}, ${row.project_id}, ${row.actor_id}, ${NOW},
            ${row.payload})`,
      )
      const { rows: appended } = await sql<AppendedEvent>`
        insert into event (mark, kind, version, project_id, actor_id, at, payload) values ${sql.join(values)}
        returning number, at`.execute(db)
      return appended.toSorted((a, b) => a.number - b.number)
    },
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
    async reindex(_db, { gone, come }) {
      const remove = prepare('delete from search_index where rowid in (select value from json_each(?))')
      const insert = prepare(`insert into search_index (rowid, folded)
        select st.id, st.folded || ${END} from json_each(?) j cross join search_text st on st.id = j.value`)
      // FTS5 writes a segment whenever ids decrease, so both passes run in order.
      for (const ids of sortedChunks(gone)) {
        remove.run([ids])
        await setImmediate()
      }
      for (const ids of sortedChunks(come)) {
        insert.run([ids])
        await setImmediate()
      }
    },
  }
}

/**
 * An operation and its history take the numbers after the greatest ones, so that a save does not write the counter.
 * That has the greatest number of those without a row.
 */
function nextNumber(table: 'operation' | 'change'): RawBuilder<number> {
  return sql`max((select value from counter where name = ${sql.lit(table)}),
    coalesce((select max(id) from ${sql.table(table)}), 0)) + 1`
}

async function keepNumbers(db: Kysely<Tables>): Promise<void> {
  for (const table of ['operation', 'change'] as const)
    await sql`update counter set value = ${nextNumber(table)} - 1 where name = ${table}`.execute(db)
}

async function indexLater(
  db: Kysely<Tables>,
  ranges: readonly (readonly [first: number, last: number])[],
): Promise<void> {
  if (ranges.length === 0) return
  await db
    .insertInto('search_pending')
    .values(ranges.map(([first, last]) => ({ first, last })))
    .onConflict((conflict) => conflict.column('first').doUpdateSet({ last: sql`max(last, excluded.last)` }))
    .execute()
}

/** Ranges indexed in one transaction while they are short, such as those of single saves. */
const RANGES_AT_ONCE = 100

async function indexMore(db: Kysely<Tables>): Promise<boolean> {
  const ranges = await db
    .selectFrom('search_pending')
    .selectAll()
    .orderBy('first')
    .limit(RANGES_AT_ONCE)
    .execute()
  let room = INDEX_CHUNK
  // An import leaves a range for each language in each of its steps.
  const joined = joinRanges(
    ranges.map(({ first, last }) => [first, last]),
    NEAR,
  )
  for (const range of joined) {
    room -= await indexRange(db, range)
    if (room <= 0) break
  }
  return ranges.length > 0 || mergeMore(db)
}

type Range = readonly [number, number]

/**
 * Ranges with a gap of at most this many ids are joined for indexing: the few texts in between are indexed
 * again.
 */
const NEAR = 20

/** Sorts ranges and joins those that overlap or have only a small gap. */
function joinRanges(ranges: readonly Range[], gap = 0): readonly Range[] {
  const joined: Range[] = []
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const previous = joined.at(-1)
    if (previous !== undefined && from <= previous[1] + gap)
      joined[joined.length - 1] = [previous[0], Math.max(previous[1], to)]
    else joined.push([from, to])
  }
  return joined
}

/** Indexes a range, or as much of it as fits in a chunk; returns the number of texts. */
async function indexRange(db: Kysely<Tables>, [first, last]: Range): Promise<number> {
  const rows = await db
    .selectFrom('search_text')
    .select('id')
    .where('id', '>=', first)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(INDEX_CHUNK + 1)
    .execute()
  const stop = rows[INDEX_CHUNK]?.id
  const end = stop === undefined ? last : stop - 1
  // Some might have been indexed before.
  await sql`insert or replace into search_index (rowid, folded)
    select id, folded || ${sql.raw(END)} from search_text where id between ${first} and ${end} order by id`.execute(
    db,
  )
  await db.deleteFrom('search_pending').where('first', '>=', first).where('first', '<=', last).execute()
  if (stop !== undefined) await indexLater(db, [[stop, last]])
  return rows.length
}

/**
 * Number of segments of one level that a write can merge, and that it must merge. Few writes have to merge
 * then: `mergeMore` does it in quiet moments, each segment once.
 */
const MERGE_SETTINGS = [
  ['automerge', 32],
  ['crisismerge', 100],
] as const

/** Sets up the index; the database stores these settings. */
export function setUpSearchIndex(writer: SqliteConnection): void {
  const known = writer.prepare('select k, v from search_index_config').all([]) as { k: string; v: unknown }[]
  for (const [name, value] of MERGE_SETTINGS) {
    if (known.some(({ k, v }) => k === name && v === value)) continue
    writer.exec(`insert into search_index (search_index, rank) values ('${name}', ${value})`)
  }
}

/** Pages of the index merged without a break for other work. */
const MERGE_PAGES = 128

/** Merges the segments that many writes have left, for faster searches. False when nothing is left. */
async function mergeMore(db: Kysely<Tables>): Promise<boolean> {
  const before = await totalChanges(db)
  await sql`insert into search_index (search_index, rank) values ('merge', ${MERGE_PAGES})`.execute(db)
  // The command itself counts as one change (FTS5, "The merge command").
  return (await totalChanges(db)) - before >= 2
}

async function totalChanges(db: Kysely<Tables>): Promise<number> {
  return (await sql<{ n: number }>`select total_changes() as n`.execute(db)).rows[0]?.n ?? 0
}

async function searchIds(db: Kysely<Tables>, request: SearchRequest): Promise<readonly number[] | null> {
  const { ranges, word, cap } = request
  const characters = Array.from(word)
  const ids = new Set<number>()
  // Before the index: a text that is indexed meanwhile is found twice rather than missed.
  for (const [from, to] of ranges) {
    const unindexed = await sql<{ id: number }>`
      select st.id from search_pending p join search_text st on st.id between max(p.first, ${from}) and min(p.last, ${to - 1})
      where p.last >= ${from} and p.first < ${to} and instr(st.folded, ${word}) > 0 limit ${cap + 1}`.execute(
      db,
    )
    for (const { id } of unindexed.rows) ids.add(id)
    if (ids.size > cap) return null
  }
  const indexed =
    characters.length < 3 ? await shortWord(db, request) : await longWord(db, request, characters)
  if (indexed === null) return null
  for (const id of indexed) ids.add(id)
  return ids.size > cap ? null : [...ids]
}

/**
 * Finds texts with all trigrams of a word: the index does not store their positions, so callers compare the
 * text itself afterwards.
 */
async function longWord(
  db: Kysely<Tables>,
  { ranges, cap }: SearchRequest,
  characters: readonly string[],
): Promise<readonly number[] | null> {
  const parts = new Set<string>()
  // Every second trigram is nearly as selective as all, with half the lists to read; those that span two
  // words are the rarest.
  for (let start = 0; start + 3 <= characters.length && parts.size < TRIGRAMS_AT_MOST; start++) {
    const trigram = characters.slice(start, start + 3).join('')
    if (start % 2 === 1 && start + 3 < characters.length && !trigram.includes(' ')) continue
    parts.add(`"${trigram.replaceAll('"', '""')}"`)
  }
  const match = [...parts].join(' AND ')
  // Separate queries per range: FTS5 seeks directly to each, and reads the lists of the trigrams no further.
  const found = joinRanges(ranges).map(
    ([from, to]) =>
      sql`select rowid as id from search_index
        where search_index match ${match} and rowid >= ${from} and rowid < ${to}`,
  )
  const ids = await idsOf(db, sql`${sql.join(found, sql` union all `)} limit ${cap + 1}`)
  return ids.length > cap ? null : ids
}

/**
 * Finds all texts, of every language, with a trigram that starts with these one or two characters, unless
 * there are too many.
 */
async function shortWord(
  db: Kysely<Tables>,
  { ranges, word, cap }: SearchRequest,
): Promise<readonly number[] | null> {
  const found = await idsOf(
    db,
    sql`select doc as id from search_terms where term >= ${word} and term < ${`${word}\u{10ffff}`} limit ${SHORT_WORDS_AT_MOST + 1}`,
  )
  if (found.length > SHORT_WORDS_AT_MOST) return null
  const ids = new Set(found.filter((id) => ranges.some(([from, to]) => id >= from && id < to)))
  return ids.size > cap ? null : [...ids]
}

/** Returns the result of a query as one JSON text: thousands of rows take longer than finding them. */
async function idsOf(db: Kysely<Tables>, query: RawBuilder<unknown>): Promise<readonly number[]> {
  const found = await sql<{ ids: string }>`select json_group_array(id) as ids from (${query})`.execute(db)
  return parseJson(found.rows[0]?.ids ?? '[]')
}

/** Yields the ids in order, as JSON, in chunks. */
function* sortedChunks(ids: readonly number[]): Generator<string> {
  const sorted = Float64Array.from(ids).sort()
  for (let start = 0; start < sorted.length; start += REINDEX_CHUNK)
    yield `[${sorted.subarray(start, start + REINDEX_CHUNK).join(',')}]`
}
