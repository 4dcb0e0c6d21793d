import type { GridRow } from '@dragoman/contract'
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { type GridFilter, KEYS_PAGE, keyQueries } from '../queries.ts'
import { indexOfKey, loadSameRows } from './load-same-rows.ts'

export type GridRequest = {
  readonly project: string
  readonly filter: GridFilter
  /** Visible rows. */
  readonly visible: { readonly first: number; readonly last: number }
  /** Number of rows without a filter, known from the project. */
  readonly all: number
}

const NO_ISSUES = [] as const

/** Returns a row by its index; undefined if it is not loaded, or does not exist. */
export type RowAt = (index: number) => GridRow | undefined

export type GridRows = ReturnType<typeof useGridRows>

/**
 * Returns the rows of the visible pages, and the number of rows; with a slow filter the number grows while
 * scrolling.
 */
export function useGridRows({ project, filter, visible, all }: GridRequest) {
  const client = useQueryClient()
  const head = useQuery({ ...keyQueries.page(project, filter, 0), placeholderData: keepPreviousData })
  const counted = useRef(NOT_COUNTED)
  const firstPage = Math.max(0, Math.floor(visible.first / KEYS_PAGE))
  const lastPage = Math.max(firstPage, Math.floor(visible.last / KEYS_PAGE))
  const pages = useMemo(() => pagesOf(firstPage * KEYS_PAGE, lastPage * KEYS_PAGE), [firstPage, lastPage])
  const results = useQueries({ queries: pages.map((page) => keyQueries.page(project, filter, page)) })

  const totals = [head.data, ...results.map(({ data }) => data)].flatMap((page) =>
    page === undefined ? [] : [page.total],
  )
  // While another filter is loaded, the rows of the one before stay on the screen, with their number.
  if (!head.isPlaceholderData)
    counted.current = countRows(counted.current, JSON.stringify([project, filter.columns, filter.q]), totals)
  const isWhole = filter.q === ''
  const count =
    isWhole && head.data !== undefined ? Math.max(all, head.data.rows.length) : counted.current.count
  const rowsOf = (page: number) => (page === 0 ? head.data : results[pages.indexOf(page)]?.data)?.rows
  const rowAt = rowIn(rowsOf)
  const load = async (first: number, last: number): Promise<RowAt> => {
    const loaded = new Map<number, readonly GridRow[]>()
    for (const page of pagesOf(first, last)) {
      const reply = await client.fetchQuery({ ...keyQueries.page(project, filter, page), staleTime: 30_000 })
      loaded.set(page, reply.rows)
      if (reply.next === null) break
    }
    return rowIn((page) => loaded.get(page))
  }
  const cached = (page: number) => client.getQueryData(keyQueries.page(project, filter, page).queryKey)?.rows
  /**
   * Loads these rows, even if not visible, and returns a function to read them by their index as of now; null if the
   * list has changed between them meanwhile.
   */
  const loadRows = (first: number, last: number): Promise<RowAt | null> => {
    const shown: RowAt = (index) => rowAt(index) ?? rowIn(cached)(index)
    return loadSameRows({ load, shown, pageSize: KEYS_PAGE }, first, last)
  }
  /** Returns a function to read these rows if all their pages are loaded and fresh; null otherwise. */
  const loadedRows = (first: number, last: number): RowAt | null => {
    const loaded = (page: number) => {
      const state = client.getQueryState(keyQueries.page(project, filter, page).queryKey)
      return state?.isInvalidated === false ? state.data?.rows : undefined
    }
    return pagesOf(first, last).every((page) => loaded(page) !== undefined) ? rowIn(loaded) : null
  }
  /** Returns the index of a loaded row; -1 if there is none with that key. */
  const indexOf = (keyId: number): number => {
    for (const page of new Set([0, ...pages])) {
      const at = rowsOf(page)?.findIndex(({ key }) => key.id === keyId) ?? -1
      if (at >= 0) return page * KEYS_PAGE + at
    }
    return -1
  }
  /** Returns the index of a row that is loaded, or on the pages of these rows; -1 if there is none with that key. */
  const findRow = async (keyId: number, first: number, last: number): Promise<number> => {
    const index = indexOf(keyId)
    if (index >= 0) return index
    return indexOfKey(await load(first, last), keyId, first - KEYS_PAGE, last + KEYS_PAGE)
  }
  return {
    loadRows,
    loadedRows,
    findRow,
    indexOf,
    rowOf: (keyId: number) => rowAt(indexOf(keyId)),
    count,
    isAtLeast: !isWhole && counted.current.isAtLeast,
    /** The parts of the filter that were not understood. */
    issues: head.data?.issues ?? NO_ISSUES,
    error: head.error,
    isLoading: head.data === undefined,
    refetch: head.refetch,
    rowAt,
  }
}

/** The number of rows of a filter, as far as its loaded pages show it. */
type CountedRows = { readonly filter: string; readonly count: number; readonly isAtLeast: boolean }

const NOT_COUNTED: CountedRows = { filter: '', count: 0, isAtLeast: true }

/** Counts the rows by the totals of the loaded pages. Without an exact one, the number only grows. */
function countRows(
  before: CountedRows,
  filter: string,
  totals: readonly { readonly count: number; readonly atLeast: boolean }[],
): CountedRows {
  const exact = totals.find(({ atLeast }) => !atLeast)
  if (exact !== undefined) return { filter, count: exact.count, isAtLeast: false }
  const furthest = before.filter === filter ? before.count : 0
  return { filter, count: Math.max(furthest, ...totals.map(({ count }) => count)), isAtLeast: true }
}

/** Returns the pages that contain these rows. */
function pagesOf(first: number, last: number): readonly number[] {
  const firstPage = Math.floor(first / KEYS_PAGE)
  return Array.from({ length: Math.floor(last / KEYS_PAGE) - firstPage + 1 }, (_, at) => firstPage + at)
}

function rowIn(rowsOf: (page: number) => readonly GridRow[] | undefined): RowAt {
  return (index) => rowsOf(Math.floor(index / KEYS_PAGE))?.[index % KEYS_PAGE]
}
