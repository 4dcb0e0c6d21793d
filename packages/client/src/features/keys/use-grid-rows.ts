import type { GridRow } from '@dragoman/contract'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { type GridFilter, KEYS_PAGE, keyQueries } from './queries.ts'

export type GridRequest = {
  readonly project: string
  readonly filter: GridFilter
  /** Rows in sight. */
  readonly visible: { readonly first: number; readonly last: number }
  /** Number of rows without a filter, which the project knows. */
  readonly all: number
}

/** The rows of the pages that are in sight, and how many rows there are; with a slow filter the number grows as one reads on. */
export function useGridRows({ project, filter, visible, all }: GridRequest) {
  const head = useQuery({ ...keyQueries.page(project, filter, 0), placeholderData: keepPreviousData })
  const furthest = useRef({ filter: '', count: 0 })
  const firstPage = Math.max(0, Math.floor(visible.first / KEYS_PAGE))
  const lastPage = Math.max(firstPage, Math.floor(visible.last / KEYS_PAGE))
  const pages = useMemo(() => {
    const wanted: number[] = []
    for (let page = firstPage; page <= lastPage; page++) wanted.push(page)
    return wanted
  }, [firstPage, lastPage])
  const results = useQueries({ queries: pages.map((page) => keyQueries.page(project, filter, page)) })

  const totals = [head.data, ...results.map(({ data }) => data)].flatMap((page) => (page === undefined ? [] : [page.total]))
  const exact = totals.find(({ atLeast }) => !atLeast)
  if (furthest.current.filter !== filter.q) furthest.current = { filter: filter.q, count: 0 }
  furthest.current.count = exact?.count ?? Math.max(furthest.current.count, ...totals.map(({ count }) => count))
  const isWhole = filter.q === ''
  const rowAt = (index: number): GridRow | undefined => {
    const page = Math.floor(index / KEYS_PAGE)
    const data = page === 0 ? head.data : results[pages.indexOf(page)]?.data
    return data?.rows[index - page * KEYS_PAGE]
  }
  return {
    count: isWhole && head.data !== undefined ? Math.max(all, head.data.rows.length) : furthest.current.count,
    isAtLeast: !isWhole && exact === undefined,
    error: head.error,
    isLoading: head.data === undefined,
    refetch: head.refetch,
    rowAt,
  }
}
