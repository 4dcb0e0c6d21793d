import { type RawBuilder, sql } from 'kysely'
import { QueryTooCostlyError } from '../errors.ts'
import type { Reader } from '../store.ts'
import type { Page, PageRequest } from '../types.ts'
import { type Candidates, candidates } from './candidates.ts'
import { asksForEdits } from './edit-conditions.ts'
import type { FilterScope } from './filter-scope.ts'
import { QUERY_WORDS_MAX } from './query-limits.ts'
import { type Found, isCostly, type Walk, walkFor, walkKeys } from './walk.ts'

export type MatchRequest = PageRequest & {
  /** Key that the page should contain. */
  readonly around?: number
  /** How many match, if the counts contain it. */
  readonly knownTotal: number | null
}

/** Matching keys in order: their ids, the offset of the page, and the total. */
export type MatchPage = Omit<Page<number>, 'rows'> & { readonly ids: readonly number[] }

/** Finds one page of the keys that match a filter. Throws QueryTooCostlyError. */
export async function findMatches(r: Reader, scope: FilterScope, request: MatchRequest): Promise<MatchPage> {
  const find = async (own: Reader) => {
    const few = await candidates(own, scope)
    return few === null ? fromWalk(own, scope, request) : fromCandidates(own, scope, request, few)
  }
  return limitingCost(scope, async () => {
    const found = await (isCostly(scope) ? r.limited(find) : find(r))
    return 'page' in found ? { ...found.page, total: await totalOf(r, scope, found.seen) } : found
  })
}

/** Returns the names of the namespaces of the first matches, at most `limit` of them. Throws QueryTooCostlyError. */
export async function namespacesOfMatches(
  r: Reader,
  scope: FilterScope,
  limit: number,
): Promise<readonly string[]> {
  const find = async (own: Reader) => {
    const few = await candidates(own, scope)
    const walk = few === null ? await walkFor(own, scope) : walkKeys(own, scope, few)
    const { rows } = await sql<{ name: string }>`
      select distinct n.name as name from (${walk(() => sql`1 = 1`)} order by position limit ${limit}) as m
        join "key" k on k.id = m.id join namespace n on n.id = k.namespace_id order by name`.execute(own.db)
    return rows.map(({ name }) => name)
  }
  return limitingCost(scope, () => (isCostly(scope) ? r.limited(find) : find(r)))
}

/** Rows of a walk that are counted within one budget, as many as the longest page has. */
const COUNTED_AT_ONCE = 500

/**
 * Returns how many keys match a filter, null if there are more than `limit`. It can count what pages can list: each part
 * has its own budget. Throws QueryTooCostlyError.
 */
export async function countMatches(r: Reader, scope: FilterScope, limit: number): Promise<number | null> {
  const run = <Result>(query: (own: Reader) => Promise<Result>) =>
    isCostly(scope) ? r.limited(query) : query(r)
  return limitingCost(scope, async () => {
    const few = await run((own) => countCandidates(own, scope))
    if (few !== null) return few > limit ? null : few
    let count = 0
    let after: number | null = -1
    while (after !== null) {
      const from: number = after
      const part: CountedPart = await run((own) => countAfter(own, scope, from))
      count += part.rows
      if (count > limit) return null
      after = part.rows < COUNTED_AT_ONCE ? null : part.last
    }
    return count
  })
}

/** Returns how many candidates match; null if there are too many candidates, or no word to find them by. */
async function countCandidates(r: Reader, scope: FilterScope): Promise<number | null> {
  const few = await candidates(r, scope)
  return few === null ? null : countAll(r, walkKeys(r, scope, few))
}

async function countAll({ db }: Reader, walk: Walk): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (${walk(() => sql`1 = 1`)}) as m`.execute(db)
  return rows[0]?.n ?? 0
}

/** A number of matches, and the position of the last one. */
type CountedPart = { readonly rows: number; readonly last: number | null }

/** Counts the next matches after a position. */
async function countAfter(r: Reader, scope: FilterScope, after: number): Promise<CountedPart> {
  const walk = await walkFor(r, scope)
  const { rows } = await sql<CountedPart>`
    select count(*) as rows, max(position) as last from (${walk((position) => sql`${position} > ${after}`)}
      order by position limit ${COUNTED_AT_ONCE}) as part`.execute(r.db)
  return rows[0] ?? { rows: 0, last: null }
}

/** Runs a search that has few words. If it is too costly, the error contains their number. */
async function limitingCost<Found>(scope: FilterScope, search: () => Promise<Found>): Promise<Found> {
  requireFewWords(scope)
  try {
    return await search()
  } catch (error) {
    if (!(error instanceof QueryTooCostlyError)) throw error
    throw new QueryTooCostlyError(error.what, { ...error.params, words: wordsOf(scope) })
  }
}

function requireFewWords(scope: FilterScope): void {
  const words = wordsOf(scope)
  if (words > QUERY_WORDS_MAX) throw new QueryTooCostlyError('words', { words, limit: QUERY_WORDS_MAX })
}

/** Returns the number of words and patterns compared with the texts of each key. */
function wordsOf({ words, notWords, filter }: FilterScope): number {
  return (
    words.length + notWords.length + (filter.keyPatterns?.length ?? 0) + (filter.notKeyPatterns?.length ?? 0)
  )
}

/** A row of a page; a page without rows has one with null. */
type FoundPage = { readonly [Column in keyof Found]: Found[Column] | null } & {
  readonly start: number
  readonly total: number
}

/**
 * Compares all candidates, because their number is part of the result. Only the page leaves the database: in SQLite it is
 * copied from another thread.
 */
async function fromCandidates(
  r: Reader,
  scope: FilterScope,
  request: MatchRequest,
  few: Candidates,
): Promise<MatchPage> {
  const walk = walkKeys(r, scope, few)
  const { rows } = await sql<FoundPage>`
    with found as materialized (${walk(() => sql`1 = 1`)}),
      place as (select ${startAmongFound(request)} as start, (select count(*) from found) as total)
    select place.start, place.total, page.id, page.position from place left join
      (select id, position from found order by position limit ${request.limit} offset (select start from place)) as page
      on 1 = 1 order by page.position`.execute(r.db)
  const { start = 0, total = 0 } = rows[0] ?? {}
  const page = rows.flatMap(({ id, position }) =>
    id === null || position === null ? [] : [{ id, position }],
  )
  return {
    ids: page.map((row) => row.id),
    offset: start,
    next: start + page.length < total ? cursorAfter(page, start) : null,
    total: { count: total, atLeast: false },
  }
}

/** Returns SQL for the number of rows of `found` before the page. */
function startAmongFound(request: MatchRequest): RawBuilder<number> {
  const { around, offset = 0 } = request
  const cursor = readCursor(request.cursor)
  const byOffset = sql<number>`cast(${offset} as integer)`
  if (cursor) return sql`(select count(*) from found where position <= ${cursor.position}) + ${byOffset}`
  if (around === undefined) return byOffset
  const before = sql`(select count(*) from found as earlier where earlier.position < own.position)`
  const start = sql`${before} - ${Math.floor(request.limit / 2)}`
  return sql`coalesce((select case when ${start} > 0 then ${start} else 0 end from found as own where own.id = ${around}),
    ${byOffset})`
}

/** A page without its total, and what is known about the total. */
type Walked = { readonly page: Omit<MatchPage, 'total'>; readonly seen: Seen }

async function fromWalk(r: Reader, scope: FilterScope, request: MatchRequest): Promise<Walked> {
  const walk = await walkFor(r, scope)
  const cursor = readCursor(request.cursor)
  const before = request.around === undefined || cursor ? -1 : await placeOf(r, walk, request.around)
  const { offset = 0 } = request
  const start = cursor ? cursor.offset + offset : startOf(request, before)
  // If texts are compared one by one, the rows to count are fetched with the page, so that they are examined
  // only once.
  const ahead = isSlow(scope) && request.knownTotal === null ? COUNTED_AHEAD : 0
  const { rows } = await sql<Found>`
    ${walk((position) => (cursor ? sql`${position} > ${cursor.position}` : sql`1 = 1`))}
    order by position limit ${request.limit + 1 + ahead} offset ${cursor ? offset : start}`.execute(r.db)
  const page = rows.slice(0, request.limit)
  const more = rows.length > request.limit
  return {
    page: { ids: page.map((row) => row.id), offset: start, next: more ? cursorAfter(page, start) : null },
    seen: { known: request.knownTotal, start, rows: rows.length, asked: request.limit + 1 + ahead },
  }
}

function startOf(request: MatchRequest, placeOfAround: number): number {
  return placeOfAround === -1
    ? (request.offset ?? 0)
    : Math.max(0, placeOfAround - Math.floor(request.limit / 2))
}

/** Returns the position of a key among the matches, -1 if it does not match. */
async function placeOf(r: Reader, walk: Walk, keyId: number): Promise<number> {
  const key = await r.db.selectFrom('key').select('position').where('id', '=', keyId).executeTakeFirst()
  if (!key) return -1
  const self = await sql<Found>`${walk((position) => sql`${position} = ${key.position}`)} limit 1`.execute(
    r.db,
  )
  if (self.rows.length === 0) return -1
  const before = await sql<{
    n: number
  }>`select count(*) as n from (${walk((position) => sql`${position} < ${key.position}`)}) as earlier`.execute(
    r.db,
  )
  return before.rows[0]?.n ?? -1
}

/** Rows counted after the page if texts must be compared one by one. */
const COUNTED_AHEAD = 100

function isSlow({ words, notWords, stateLanguages, filter }: FilterScope): boolean {
  return words.length > 0 || notWords.length > 0 || stateLanguages.length > 1 || asksForEdits(filter)
}

type Seen = {
  readonly known: number | null
  readonly start: number
  readonly rows: number
  readonly asked: number
}

async function totalOf(
  r: Reader,
  scope: FilterScope,
  { known, start, rows, asked }: Seen,
): Promise<Page<unknown>['total']> {
  const isEnd = rows < asked && (rows > 0 || start === 0)
  if (isEnd) return { count: start + rows, atLeast: false }
  if (known !== null) return { count: known, atLeast: false }
  const isBeyondEnd = rows === 0
  if (isSlow(scope) && !isBeyondEnd) return { count: start + rows, atLeast: true }
  try {
    const count = async (own: Reader) => countAll(own, await walkFor(own, scope))
    return { count: await (isCostly(scope) ? r.limited(count) : count(r)), atLeast: false }
  } catch (error) {
    // The page was found; it is enough to know that there are more.
    if (error instanceof QueryTooCostlyError && !isBeyondEnd) return { count: start + rows, atLeast: true }
    throw error
  }
}

function readCursor(
  cursor: string | undefined,
): { readonly position: number; readonly offset: number } | null {
  const read = /^(\d{1,16})\.(\d{1,10})$/.exec(cursor ?? '')
  return read ? { position: Number(read[1]), offset: Number(read[2]) } : null
}

function cursorAfter(page: readonly Found[], start: number): string | null {
  const last = page.at(-1)
  return last ? `${last.position}.${start + page.length}` : null
}
