import type { EditorRowReply } from '@dragoman/contract'
import { PAGE_SIZE } from '../../../lib/server/editor-page.ts'
import { createStore, type ReadableStore } from '../../../lib/store.ts'
import type { PageRequest } from '../queries.ts'
import {
  EMPTY_LIST,
  type ListState,
  pageOf,
  type StringPage,
  withFailure,
  withoutFailures,
  withPage,
  withRow,
} from './list-state.ts'
import { type FetchRows, suspectRows } from './suspect-rows.ts'
import { viewedPages } from './viewed-pages.ts'

export type FetchPage = (request: PageRequest) => Promise<StringPage>

export type StringList = {
  readonly state: ReadableStore<ListState>
  /**
   * Loads those of the visible rows that are missing, and reads suspect ones again: those that could not be read only
   * when their page becomes visible. Repeated calls cost nothing.
   */
  readonly want: (first: number, last: number) => void
  /** The same for the rows around the open string, except for those that could not be read. */
  readonly wantAround: (first: number, last: number) => void
  /** Loads the row at an index, or reads it again, also if that failed before: a person has asked for it. */
  readonly wantAgain: (index: number) => void
  /** Loads these rows, also out of view. Returns false if a page could not be loaded, which is among the failed ones. */
  readonly loadRows: (first: number, last: number) => Promise<boolean>
  /** True while rows are requested. */
  readonly isLoading: () => boolean
  /** Finds a key in the list and loads the rows around it; null if it does not match the filter. */
  readonly find: (keyId: number) => Promise<number | null>
  /** Replaces a row with a newer version. It stays suspect, because the response can be from before a refresh. */
  readonly update: (row: EditorRowReply) => void
  /** Marks a key that was deleted meanwhile. */
  readonly markGone: (keyId: number) => void
  /** Marks a row that has changed and could not be read. */
  readonly markUnread: (keyId: number) => void
  /**
   * Suspects all rows, and reads those that were viewed last, in place; others are read when they are viewed. A list
   * that is empty has no places to keep: it is filled. Pages that could not be loaded are loaded again.
   */
  readonly refresh: () => Promise<void>
  /** Retries the failed pages. */
  readonly retry: () => void
}

/**
 * The strings of one filter, as they were when it was applied: rows change in place and never move, so that
 * readers do not lose their position. A page is requested from the end of the nearest loaded page before it, so
 * that none is skipped when rows have left the filter.
 */
export function stringList(fetchPage: FetchPage, fetchRows: FetchRows): StringList {
  const state = createStore(EMPTY_LIST)
  const loading = new Map<number, Promise<void>>()
  const suspects = suspectRows(state, fetchRows)
  const viewed = viewedPages({ state, suspects, fill })

  function load(page: number): Promise<void> {
    if (state.get().pages.has(page)) return Promise.resolve()
    const running = loading.get(page) ?? fetchInto(page)
    loading.set(page, running)
    return running
  }

  async function fetchInto(page: number): Promise<void> {
    const asked = suspects.round()
    try {
      const reply = await fetchPage({ ...startOfPage(state.get(), page), limit: PAGE_SIZE })
      state.set(withPage(state.get(), page, reply))
      suspects.note(reply.rows, asked)
    } catch (error) {
      state.set(withFailure(state.get(), page, error))
    } finally {
      loading.delete(page)
    }
  }

  async function fill(page: number): Promise<void> {
    const asked = suspects.round()
    try {
      const reply = await fetchPage({ offset: page * PAGE_SIZE, limit: PAGE_SIZE })
      state.set(withPage(EMPTY_LIST, page, reply))
      suspects.note(reply.rows, asked)
    } catch (error) {
      state.set(withFailure(state.get(), page, error))
      throw error
    }
  }

  function loadPages(first: number, last: number): readonly number[] {
    const pages = pagesBetween(first, last)
    for (const page of pages) if (!state.get().failed.has(page)) void load(page)
    return pages
  }

  function retry(): void {
    const pages = [...state.get().failed.keys()]
    state.set(withoutFailures(state.get()))
    for (const page of pages.length === 0 ? [0] : pages) void load(page)
  }

  const wantAround = (first: number, last: number) => viewed.open(loadPages(first, last))

  return {
    state,
    want: (first, last) => viewed.view(loadPages(first, last)),
    wantAround,
    wantAgain: (index) => {
      const page = pageOf(index)
      const failed = new Map(state.get().failed)
      if (failed.delete(page)) state.set({ ...state.get(), failed })
      suspects.retry(page)
      wantAround(index, index)
    },
    loadRows: async (first, last) => {
      // One after the other, so that each continues where the one before ended.
      for (const page of pagesBetween(first, last)) {
        await load(page)
        if (!state.get().pages.has(page)) return false
      }
      return true
    },
    isLoading: () => loading.size > 0,
    find: async (keyId) => {
      const known = state.get().places.get(keyId)
      if (known !== undefined) return known
      const around = await fetchPage({ around: keyId, limit: PAGE_SIZE })
      const place = around.rows.findIndex((row) => row.key.id === keyId)
      if (place === -1) return null
      const at = around.offset + place
      for (const page of pagesBetween(at, lastIndexOf(at, state.get(), around))) {
        await load(page)
        if (state.get().places.has(keyId)) break
      }
      return state.get().places.get(keyId) ?? at
    },
    update: (row) => state.set(withRow(state.get(), row)),
    markUnread: suspects.addUnread,
    markGone: (keyId) => state.set({ ...state.get(), gone: new Set(state.get().gone).add(keyId) }),
    refresh: async () => {
      suspects.addAll()
      if (state.get().total !== 0 && state.get().failed.size > 0) retry()
      const requested = [...loading.values()]
      if (requested.length === 0) return viewed.readAgain()
      // Their responses can be from before: these rows are read after them, and the others meanwhile.
      await Promise.all([viewed.readAgain(), Promise.all(requested).then(viewed.readAgain)])
    },
    retry,
  }
}

/** Returns from where a page is counted: from the end of the nearest loaded page before it, or from the start. */
function startOfPage({ cursors }: ListState, page: number): Pick<PageRequest, 'cursor' | 'offset'> {
  for (let before = page - 1; before >= 0; before--) {
    const cursor = cursors.get(before)
    const offset = (page - before - 1) * PAGE_SIZE
    if (cursor !== undefined) return offset === 0 ? { cursor } : { cursor, offset }
  }
  return { offset: page * PAGE_SIZE }
}

/**
 * Returns the highest index that a row can have if the server counts it at `at`: rows that have left the filter since the
 * list was loaded are not counted, and keep their index. If the server does not know how many match, a page is assumed.
 */
function lastIndexOf(at: number, { total }: ListState, { total: now }: StringPage): number {
  if (total === null) return at
  const left = now.atLeast ? PAGE_SIZE : total - now.count
  return Math.max(at, Math.min(at + left, total - 1))
}

function pagesBetween(first: number, last: number): readonly number[] {
  const pages: number[] = []
  for (let page = pageOf(Math.max(0, first)); page <= pageOf(last); page++) pages.push(page)
  return pages
}
