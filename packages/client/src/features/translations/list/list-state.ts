import type { EditorRowReply } from '@dragoman/contract'
import { PAGE_SIZE } from '../../../lib/server/editor-page.ts'

/** The part of the search that was not understood. */
export type QueryIssue = {
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>> | undefined
}

export type StringPage = {
  readonly rows: readonly EditorRowReply[]
  readonly offset: number
  readonly next: string | null
  readonly total: { readonly count: number; readonly atLeast: boolean }
  readonly issues: readonly QueryIssue[]
}

/** What is known of a filtered list: which key is at which index, and the rows by key. */
export type ListState = {
  /** Null until the first response. */
  readonly total: number | null
  /** There are more; the number becomes known while loading. */
  readonly isAtLeast: boolean
  readonly pages: ReadonlyMap<number, readonly number[]>
  readonly cursors: ReadonlyMap<number, string>
  readonly rows: ReadonlyMap<number, EditorRowReply>
  readonly places: ReadonlyMap<number, number>
  readonly failed: ReadonlyMap<number, unknown>
  /** Keys deleted while the list was open. */
  readonly gone: ReadonlySet<number>
  /** Keys whose row can be older than on the server: it is read before it is trusted. */
  readonly suspect: ReadonlyMap<number, Suspicion>
  readonly issues: StringPage['issues']
}

/**
 * `waiting`: the row is read for the first time since then, and not shown to a person who opens it meanwhile. `again`:
 * that failed, and the row is read once more, shown as it was. `failed`: it could not be read, and is read again only if
 * a person opens it or returns to its page.
 */
export type Suspicion = 'waiting' | 'again' | 'failed'

export const EMPTY_LIST: ListState = {
  total: null,
  isAtLeast: false,
  pages: new Map(),
  cursors: new Map(),
  rows: new Map(),
  places: new Map(),
  failed: new Map(),
  gone: new Set(),
  suspect: new Map(),
  issues: [],
}

export function pageOf(index: number): number {
  return Math.floor(index / PAGE_SIZE)
}

/** Returns the key at an index, null if it is not loaded. */
export function keyAt(state: ListState, index: number): number | null {
  return state.pages.get(pageOf(index))?.[index % PAGE_SIZE] ?? null
}

/** Returns whether all pages of these rows are loaded. */
export function isLoaded({ pages }: ListState, first: number, last: number): boolean {
  for (let page = pageOf(first); page <= pageOf(last); page++) if (!pages.has(page)) return false
  return true
}

/**
 * Returns the first index from `index` on, in the direction of `by`, that has a row or is not loaded. A loaded page can
 * have fewer rows than its size, because some have an index on another page.
 */
export function indexWithRow(state: ListState, index: number, by: number): number {
  let at = index
  while (at >= 0 && at < (state.total ?? 0) && state.pages.has(pageOf(at)) && keyAt(state, at) === null)
    at += Math.sign(by)
  return at
}

export function rowAt(state: ListState, index: number): EditorRowReply | null {
  const key = keyAt(state, index)
  return key === null ? null : (state.rows.get(key) ?? null)
}

/**
 * Inserts a page into the list. The length stays as it was when the server first knew it, except when a cursor
 * shows that the list continues or ends. A key that already has an index keeps it, even if rows before it have left the filter.
 */
export function withPage(state: ListState, page: number, reply: StringPage): ListState {
  const rows = new Map(state.rows)
  const places = new Map(state.places)
  const keys: number[] = []
  for (const row of reply.rows) {
    const known = places.get(row.key.id)
    rows.set(row.key.id, row)
    if (known !== undefined && pageOf(known) !== page) continue
    places.set(row.key.id, page * PAGE_SIZE + keys.length)
    keys.push(row.key.id)
  }
  const cursors = new Map(state.cursors)
  if (reply.next !== null) cursors.set(page, reply.next)
  const failed = new Map(state.failed)
  failed.delete(page)
  const end = page * PAGE_SIZE + keys.length
  // Rows of later pages keep their index, also if those before them have left the filter.
  const loaded = Math.max(end, endOf(state))
  const total = reply.next === null ? loaded : Math.max(lengthOf(state, reply), loaded, end + 1)
  const isAtLeast = reply.next !== null && reply.total.atLeast && !isExact(state)
  return {
    ...state,
    total,
    isAtLeast,
    pages: new Map(state.pages).set(page, keys),
    cursors,
    rows,
    places,
    failed,
    issues: reply.issues,
  }
}

/** Notes that a page could not be loaded. */
export function withFailure(state: ListState, page: number, error: unknown): ListState {
  return { ...state, failed: new Map(state.failed).set(page, error) }
}

/** Forgets which pages could not be loaded. Whether a list is still empty is then not known. */
export function withoutFailures(state: ListState): ListState {
  return state.total === 0 ? EMPTY_LIST : { ...state, failed: new Map() }
}

function isExact({ total, isAtLeast }: ListState): boolean {
  return total !== null && !isAtLeast
}

/** Returns the length of a list after a reply: the exact one, once a reply had it. */
function lengthOf(state: ListState, reply: StringPage): number {
  const { count, atLeast } = reply.total
  const known = state.total ?? 0
  if (isExact(state)) return known
  return atLeast ? Math.max(known, count) : count
}

/** Returns the index after the last loaded row. */
function endOf({ pages }: ListState): number {
  let end = 0
  for (const [page, keys] of pages) if (keys.length > 0) end = Math.max(end, page * PAGE_SIZE + keys.length)
  return end
}

/**
 * Replaces a row with a newer version; what is older changes nothing, and a row that is not loaded is not added. The
 * key exists, even if it was deleted before: deletions can be undone.
 */
export function withRow(state: ListState, row: EditorRowReply): ListState {
  const { id } = row.key
  const known = state.rows.get(id)
  const gone = state.gone.has(id) ? new Set([...state.gone].filter((one) => one !== id)) : state.gone
  if (known === undefined) return gone === state.gone ? state : { ...state, gone }
  const newest = {
    key: newer(known.key, row.key),
    source: newer(known.source, row.source),
    target: newer(known.target, row.target),
  }
  return { ...state, rows: new Map(state.rows).set(id, newest), gone }
}

function newer<T extends { readonly version: number }>(known: T, read: T): T {
  return known.version > read.version ? known : read
}

/** Marks rows as perhaps older than on the server. */
export function withSuspects(state: ListState, keys: Iterable<number>, suspicion: Suspicion): ListState {
  const suspect = new Map(state.suspect)
  for (const key of keys) suspect.set(key, suspicion)
  return { ...state, suspect }
}

/** Notes that rows are as on the server. */
export function withoutSuspects(state: ListState, keys: Iterable<number>): ListState {
  if (state.suspect.size === 0) return state
  const suspect = new Map(state.suspect)
  for (const key of keys) suspect.delete(key)
  return { ...state, suspect }
}

/** Updates rows that were read by their keys. What is not among them was deleted. */
export function withRowsOf(
  state: ListState,
  keys: readonly number[],
  read: readonly EditorRowReply[],
): ListState {
  const found = new Set(read.map((row) => row.key.id))
  const next = read.reduce(withRow, state)
  return { ...next, gone: new Set([...next.gone, ...keys.filter((key) => !found.has(key))]) }
}
