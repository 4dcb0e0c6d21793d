import type { GridRow } from '@dragoman/contract'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type GridFilter, KEYS_PAGE, keyQueries } from './queries.ts'

/** The rows of the pages that are in sight, and how many rows there are in all. */
export function useGridRows(project: string, filter: GridFilter, visible: { readonly first: number; readonly last: number }) {
  const head = useQuery({ ...keyQueries.page(project, filter, 0), placeholderData: keepPreviousData })
  const count = head.data?.total.count ?? 0
  const firstPage = Math.max(0, Math.floor(visible.first / KEYS_PAGE))
  const lastPage = Math.min(Math.floor(Math.max(0, count - 1) / KEYS_PAGE), Math.floor(visible.last / KEYS_PAGE))
  const pages = useMemo(() => {
    const wanted: number[] = []
    for (let page = firstPage; page <= lastPage; page++) wanted.push(page)
    return wanted
  }, [firstPage, lastPage])
  const results = useQueries({ queries: pages.map((page) => keyQueries.page(project, filter, page)) })
  const rowAt = (index: number): GridRow | undefined => {
    const page = Math.floor(index / KEYS_PAGE)
    const data = page === 0 ? head.data : results[pages.indexOf(page)]?.data
    return data?.rows[index - page * KEYS_PAGE]
  }
  return {
    total: head.data?.total,
    error: head.error,
    isLoading: head.data === undefined,
    isStale: head.isPlaceholderData,
    refetch: head.refetch,
    rowAt,
  }
}
