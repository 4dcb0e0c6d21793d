import { setImmediate } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SqliteConnection, SqliteStatement } from '../driver/connection.ts'
import { parseJson } from '../rows.ts'
import { SPAN, type Tables } from '../tables.ts'
import type { Dialect, SearchRequest } from './dialect.ts'

/** Ends each indexed text, so that its last two characters start trigrams too. */
const END = 'char(3, 3)'

/** Trigrams of a long word to look up: the first ones leave few texts to compare. */
const TRIGRAMS_AT_MOST = 32

/** Maximum number of texts with a word of one or two characters; with more, walking the list is faster. */
const SHORT_WORDS_AT_MOST = 20_000

/** Rows indexed without a break for other work, while a caller waits, and in a quiet moment. */
const REINDEX_CHUNK = 1000
const INDEX_CHUNK = 2000

/** With this many texts removed in one step, FTS5 must not merge what is left meanwhile. */
const MANY = 100

/** Percentage of removed texts from which FTS5 merges a part of the index: 0 while many are removed. */
const MERGES_WHEN_REMOVED = 10

/** With this many removed texts per text that is left, indexing these again is shorter than merging. */
const MOSTLY_REMOVED = 3

/** Returns what changes the index. */
export function searchIndex(
  prepare: (text: string) => SqliteStatement,
): Pick<Dialect, 'reindex' | 'indexMore' | 'mergeMore'> {
  /** Texts removed while FTS5 did not merge; null: an earlier process removed some. */
  let removed: number | null = null
  const setting = "select v from search_index_config where k = 'deletemerge'"
  const isDelayed = () => (prepare(setting).get([]) as { v: unknown } | undefined)?.v === 0
  const mergeFrom = (percent: number) =>
    void prepare(`insert into search_index (search_index, rank) values ('deletemerge', ${percent})`).run([])

  /**
   * FTS5 merges for as long as it takes to write some pages. Where nearly all texts are removed, little is written, so
   * that one of these merges reads the whole index: several seconds for a million texts.
   */
  function delayMerging(texts: number): void {
    if (texts < MANY) return
    if (!isDelayed()) {
      mergeFrom(0)
      removed = 0
    }
    if (removed !== null) removed += texts
  }

  return {
    async reindex(_db, { gone, come }) {
      const remove = prepare('delete from search_index where rowid in (select value from json_each(?))')
      const insert = prepare(`insert into search_index (rowid, folded)
        select st.id, st.folded || ${END} from json_each(?) j cross join search_text st on st.id = j.value`)
      delayMerging(gone.length)
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
    indexMore: (db) => indexMore(db, delayMerging),
    async mergeMore(db) {
      if (!isDelayed()) return mergeSegments(db)
      mergeFrom(MERGES_WHEN_REMOVED)
      const left = 'select count(*) as texts from search_index_docsize'
      const { texts } = prepare(left).get([]) as { texts: number }
      if (removed === null || removed > texts * MOSTLY_REMOVED) await indexAllLater(db)
      else if (removed * 100 >= texts * MERGES_WHEN_REMOVED) await mergeAll(db)
      removed = null
      return true
    },
  }
}

/** See `Dialect`. */
export async function indexLater(
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

/** Empties the index, and leaves all texts to be indexed: replacing many of them in it takes longer. */
export async function indexAllLater(db: Kysely<Tables>): Promise<void> {
  await sql`insert into search_index (search_index) values ('delete-all')`.execute(db)
  const { rows } = await sql<{ first: number; last: number }>`
    select min(id) as first, max(id) as last from search_text group by id / ${sql.lit(SPAN)}`.execute(db)
  await indexLater(
    db,
    rows.map(({ first, last }) => [first, last]),
  )
}

/** Ranges indexed in one transaction while they are short, such as those of single saves. */
const RANGES_AT_ONCE = 100

/** `onReplacing` is called with the number of texts that are replaced next. */
async function indexMore(db: Kysely<Tables>, onReplacing: (texts: number) => void): Promise<boolean> {
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
    room -= await indexRange(db, range, onReplacing)
    if (room <= 0) break
  }
  return ranges.length > 0
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
async function indexRange(
  db: Kysely<Tables>,
  [first, last]: Range,
  onReplacing: (texts: number) => void,
): Promise<number> {
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
  const known = sql<{ texts: number }>`
    select count(*) as texts from search_index_docsize where id between ${first} and ${end}`
  onReplacing((await known.execute(db)).rows[0]?.texts ?? 0)
  await sql`insert or replace into search_index (rowid, folded)
    select id, folded || ${sql.raw(END)} from search_text where id between ${first} and ${end} order by id`.execute(
    db,
  )
  await removePending(db, [first, end])
  return rows.length
}

/** Removes the pending ranges that start in an indexed one. What they contain after its end stays pending. */
async function removePending(db: Kysely<Tables>, [first, end]: Range): Promise<void> {
  const pending = await db
    .selectFrom('search_pending')
    .select(({ fn }) => fn.max<number | null>('last').as('last'))
    .where('first', '>=', first)
    .where('first', '<=', end)
    .executeTakeFirst()
  await db.deleteFrom('search_pending').where('first', '>=', first).where('first', '<=', end).execute()
  const last = pending?.last ?? end
  if (last > end) await indexLater(db, [[end + 1, last]])
}

/**
 * Number of segments of one level that a write can merge, and that it must merge. Few writes have to merge
 * then: `mergeSegments` does it in quiet moments, each segment once.
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

/** Begins to merge all segments into one; `mergeSegments` continues it. */
async function mergeAll(db: Kysely<Tables>): Promise<void> {
  await sql`insert into search_index (search_index, rank) values ('merge', ${-MERGE_PAGES})`.execute(db)
}

/** Merges the segments that many writes have left, for faster searches. False when nothing is left. */
async function mergeSegments(db: Kysely<Tables>): Promise<boolean> {
  const before = await totalChanges(db)
  await sql`insert into search_index (search_index, rank) values ('merge', ${MERGE_PAGES})`.execute(db)
  // The command itself counts as one change (FTS5, "The merge command").
  return (await totalChanges(db)) - before >= 2
}

async function totalChanges(db: Kysely<Tables>): Promise<number> {
  return (await sql<{ n: number }>`select total_changes() as n`.execute(db)).rows[0]?.n ?? 0
}

/** The texts with a word: those that are not indexed yet, and those of the index; null: too many for it. */
type Found = { readonly unindexed: readonly number[]; readonly indexed: readonly number[] | null }

/** See `Dialect`. */
export async function searchIds(
  db: Kysely<Tables>,
  request: SearchRequest,
): Promise<readonly number[] | null> {
  const characters = Array.from(request.word)
  const { unindexed, indexed } =
    characters.length < 3 ? await shortWord(db, request) : await longWord(db, request, characters)
  if (indexed === null) return null
  const ids = new Set([...unindexed, ...indexed])
  return ids.size > request.cap ? null : [...ids]
}

/** Returns SQL for the ids of the texts with a word that are not indexed yet, at most `cap + 1` of each range. */
function unindexedTexts({ ranges, word, cap }: SearchRequest): RawBuilder<unknown> {
  const found = joinRanges(ranges).map(
    ([from, to]) => sql`select id from (
      select distinct st.id as id from search_pending p
        join search_text st on st.id between max(p.first, ${from}) and min(p.last, ${to - 1})
      where p.last >= ${from} and p.first < ${to} and instr(st.folded, ${word}) > 0 limit ${cap + 1})`,
  )
  return sql.join(found, sql` union all `)
}

/**
 * Finds texts with all trigrams of a word: the index does not store their positions, so callers compare the
 * text itself afterwards.
 */
async function longWord(
  db: Kysely<Tables>,
  request: SearchRequest,
  characters: readonly string[],
): Promise<Found> {
  const { ranges, cap } = request
  const parts = new Set<string>()
  // Every second trigram is nearly as selective as all, with half the lists to read; those that span two
  // words are the rarest.
  for (let start = 0; start + 3 <= characters.length && parts.size < TRIGRAMS_AT_MOST; start++) {
    const trigram = characters.slice(start, start + 3).join('')
    if (start % 2 === 1 && start + 3 < characters.length && !trigram.includes(' ')) continue
    parts.add(`"${trigram.replaceAll('"', '""')}"`)
  }
  const match = [...parts].join(' AND ')
  // Separate queries per range: FTS5 seeks directly to each, and reads the lists of the trigrams no further. It
  // ignores limits that are not integers, and JavaScript's numbers are bound as floating-point values.
  const found = joinRanges(ranges).map(
    ([from, to]) =>
      sql`select rowid as id from search_index where search_index match ${match}
        and rowid >= cast(${from} as integer) and rowid < cast(${to} as integer)`,
  )
  const { unindexed, indexed } = await idsOf(
    db,
    request,
    sql`${sql.join(found, sql` union all `)} limit ${cap + 1}`,
  )
  return { unindexed, indexed: indexed.length > cap ? null : indexed }
}

/**
 * Finds all texts, of every language, with a trigram that starts with these one or two characters, unless
 * there are too many.
 */
async function shortWord(db: Kysely<Tables>, request: SearchRequest): Promise<Found> {
  const { ranges, word } = request
  const { unindexed, indexed } = await idsOf(
    db,
    request,
    sql`select doc as id from search_terms where term >= ${word} and term < ${`${word}\u{10ffff}`} limit ${SHORT_WORDS_AT_MOST + 1}`,
  )
  if (indexed.length > SHORT_WORDS_AT_MOST) return { unindexed, indexed: null }
  return { unindexed, indexed: indexed.filter((id) => ranges.some(([from, to]) => id >= from && id < to)) }
}

/**
 * Returns the texts that are not indexed, and the result of a query of the index. In one statement, because each has a
 * snapshot of its own, and texts move from one to the other meanwhile. As JSON texts: thousands of rows take longer than
 * finding them.
 */
async function idsOf(
  db: Kysely<Tables>,
  request: SearchRequest,
  query: RawBuilder<unknown>,
): Promise<{ readonly unindexed: readonly number[]; readonly indexed: readonly number[] }> {
  const { rows } = await sql<{ unindexed: string; indexed: string }>`
    select (select json_group_array(id) from (${unindexedTexts(request)})) as unindexed,
      (select json_group_array(id) from (${query})) as indexed`.execute(db)
  const [found] = rows
  return { unindexed: parseJson(found?.unindexed ?? '[]'), indexed: parseJson(found?.indexed ?? '[]') }
}

/** Yields the ids in order, as JSON, in chunks. */
function* sortedChunks(ids: readonly number[]): Generator<string> {
  const sorted = Float64Array.from(ids).sort()
  for (let start = 0; start < sorted.length; start += REINDEX_CHUNK)
    yield `[${sorted.subarray(start, start + REINDEX_CHUNK).join(',')}]`
}
