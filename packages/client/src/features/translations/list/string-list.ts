import type { EditorRowReply } from '@dragoman/contract'
import { createStore, type ReadableStore } from '../../../lib/store.ts'
import type { PageRequest } from '../queries.ts'
import {
  EMPTY_LIST,
  type ListState,
  PAGE_SIZE,
  pageOf,
  type StringPage,
  withPage,
  withRow,
} from './list-state.ts'
import { type FetchRows, suspectRows } from './suspect-rows.ts'
import { whileDue } from './while-due.ts'

export type FetchPage = (request: PageRequest) => Promise<StringPage>

export type StringList = {
  readonly state: ReadableStore<ListState>
  /** Loads those of these rows that are missing, and reads suspect ones again. Repeated calls cost nothing. */
  readonly want: (first: number, last: number) => void
  /** Loads the row at an index, or reads it again, also if that failed before: a person has asked for it. */
  readonly wantAgain: (index: number) => void
  /** True while rows are requested. */
  readonly isLoading: () => boolean
  /** Finds a key in the list and loads the rows around it; null if it does not match the filter. */
  readonly find: (keyId: number) => Promise<number | null>
  /** Replaces a row with a newer version. It stays suspect, because the response can be from before a refresh. */
  readonly update: (row: EditorRowReply) => void
  /** Marks a key that was deleted meanwhile. */
  readonly markGone: (keyId: number) => void
  /**
   * Suspects all rows, and reads those that were viewed last, in place; others are read when they are viewed. A list
   * that is empty has no places to keep: it is filled.
   */
  readonly refresh: () => Promise<void>
  /** Retries the failed pages. */
  readonly retry: () => void
}

/**
 * The strings of one filter, as they were when it was applied: rows change in place and never move, so that
 * readers do not lose their position. A page after a loaded one is requested with its cursor, so that none is
 * skipped when rows have left the filter; others are requested by index.
 */
export function stringList(fetchPage: FetchPage, fetchRows: FetchRows): StringList {
  const state = createStore(EMPTY_LIST)
  const loading = new Map<number, Promise<void>>()
  let looked: readonly number[] = [0]
  const suspects = suspectRows(state, fetchRows)

  function load(page: number): Promise<void> {
    if (state.get().pages.has(page)) return Promise.resolve()
    const running = loading.get(page) ?? fetchInto(page)
    loading.set(page, running)
    return running
  }

  async function fetchInto(page: number): Promise<void> {
    const asked = suspects.round()
    const cursor = state.get().cursors.get(page - 1)
    const request = cursor === undefined ? { offset: page * PAGE_SIZE } : { cursor }
    try {
      const reply = await fetchPage({ ...request, limit: PAGE_SIZE })
      state.set(withPage(state.get(), page, reply))
      const keys = reply.rows.map((row) => row.key.id)
      suspects.note(keys, asked)
    } catch (error) {
      state.set({ ...state.get(), failed: new Map(state.get().failed).set(page, error) })
    } finally {
      loading.delete(page)
    }
  }

  const fill = async (page = 0) =>
    state.set(withPage(EMPTY_LIST, page, await fetchPage({ offset: page * PAGE_SIZE, limit: PAGE_SIZE })))

  const readFirst = whileDue(async () => {
    if (state.get().total === 0) await fill(looked[0])
    else await readLooked('waiting')
  })
  /** Separate, because its retries take seconds, and a person can open a string of another page meanwhile. */
  const readBehind = whileDue(() => readLooked('again'))

  async function readLooked(suspicion: 'waiting' | 'again'): Promise<void> {
    const reads = await Promise.allSettled(looked.map((page) => suspects.read(page, suspicion)))
    for (const read of reads) if (read.status === 'rejected') throw read.reason
  }

  /** Reads the suspect rows of the viewed pages, and those that cannot be read once more. */
  const readAgain = () => readFirst().catch(readBehind)

  function want(first: number, last: number): void {
    const pages = pagesBetween(first, last)
    looked = pages
    for (const page of pages) if (!state.get().failed.has(page)) void load(page)
    // Rows that cannot be read are marked, and read again when a person asks for them.
    if (pages.some((page) => suspects.of(page, 'waiting').length > 0)) readAgain().catch(() => {})
    if (pages.some((page) => suspects.of(page, 'again').length > 0)) readBehind().catch(() => {})
  }

  return {
    state,
    want,
    wantAgain: (index) => {
      const page = pageOf(index)
      const failed = new Map(state.get().failed)
      if (failed.delete(page)) state.set({ ...state.get(), failed })
      suspects.retry(page)
      want(index, index)
    },
    isLoading: () => loading.size > 0,
    find: async (keyId) => {
      const known = state.get().places.get(keyId)
      if (known !== undefined) return known
      const around = await fetchPage({ around: keyId, limit: PAGE_SIZE })
      const place = around.rows.findIndex((row) => row.key.id === keyId)
      if (place === -1) return null
      await load(pageOf(around.offset + place))
      return state.get().places.get(keyId) ?? around.offset + place
    },
    update: (row) => state.set(withRow(state.get(), row)),
    markGone: (keyId) => state.set({ ...state.get(), gone: new Set(state.get().gone).add(keyId) }),
    refresh: async () => {
      suspects.addAll()
      const requested = [...loading.values()]
      if (requested.length === 0) return readAgain()
      // Their responses can be from before: these rows are read after them, and the others meanwhile.
      await Promise.all([readAgain(), Promise.all(requested).then(readAgain)])
    },
    retry: () => {
      const pages = [...state.get().failed.keys()]
      state.set({ ...state.get(), failed: new Map() })
      for (const page of pages) void load(page)
      if (pages.length === 0) void load(0)
    },
  }
}

function pagesBetween(first: number, last: number): readonly number[] {
  const pages: number[] = []
  for (let page = pageOf(Math.max(0, first)); page <= pageOf(last); page++) pages.push(page)
  return pages
}
