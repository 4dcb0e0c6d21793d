import type { ReviewItemReply } from '@dragoman/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type ReviewFilter, reviewQueries } from './queries.ts'
import { idOf } from './review-item.ts'

export type ReviewQueue = {
  readonly items: readonly ReviewItemReply[]
  readonly isLoading: boolean
  readonly error: Error | null
  readonly retry: () => void
  /** Number of items that arrived since; shown when the reader requests them. */
  readonly newCount: number
  readonly showNew: () => void
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
  /** Hides items until the server has responded with what is left. */
  readonly hide: (ids: readonly string[]) => void
}

type Shown = { readonly ids: readonly string[]; readonly pages: number }

/**
 * Returns the queue in a stable order: nothing is inserted in between, items decided by others disappear, and
 * undone ones return to their position.
 */
export function useReviewQueue(project: string, language: string, filter: ReviewFilter): ReviewQueue {
  const query = useInfiniteQuery({
    ...reviewQueries.page(project, language, filter),
    placeholderData: keepPreviousData,
  })
  const { data, error, dataUpdatedAt, isPlaceholderData } = query
  const [shown, setShown] = useState<Shown | null>(null)
  const [hidden, setHidden] = useState<{ readonly ids: ReadonlySet<string>; readonly at: number }>({
    ids: new Set(),
    at: 0,
  })
  const loaded = useMemo(() => {
    const items = (data?.pages ?? []).flatMap((page) => page.items)
    return new Map(items.map((item) => [idOf(item), item]))
  }, [data])

  const known = new Set(shown?.ids)
  const pages = data?.pages ?? []
  if (data !== undefined && !isPlaceholderData && (shown === null || pages.length > shown.pages)) {
    const further = pages.slice(shown?.pages ?? 0).flatMap((page) => page.items.map(idOf))
    setShown({ ids: [...(shown?.ids ?? []), ...further.filter((id) => !known.has(id))], pages: pages.length })
  }
  const isHidden = (id: string) => hidden.at === dataUpdatedAt && hidden.ids.has(id)
  const items = (shown?.ids ?? []).flatMap((id) => (isHidden(id) ? [] : (loaded.get(id) ?? [])))

  return {
    items,
    isLoading: data === undefined && error === null,
    error: data === undefined ? error : null,
    retry: () => void query.refetch(),
    newCount:
      shown === null || isPlaceholderData ? 0 : [...loaded.keys()].filter((id) => !known.has(id)).length,
    showNew: () => setShown({ ids: [...loaded.keys()], pages: pages.length }),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    hide: (ids) => setHidden({ ids: new Set(ids), at: dataUpdatedAt }),
  }
}
