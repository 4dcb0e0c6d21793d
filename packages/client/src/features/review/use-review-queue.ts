import type { ReviewItemReply } from '@dragoman/contract'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { MoreButtonProps } from '../../components/MoreButton.tsx'
import { type ReviewFilter, reviewQueries } from './queries.ts'
import { idOf } from './review-item.ts'
import { mergeQueue, type ShownQueue } from './shown-queue.ts'

export type ReviewQueue = {
  readonly items: readonly ReviewItemReply[]
  readonly isLoading: boolean
  readonly error: Error | null
  readonly retry: () => void
  /** Number of items written since the queue was opened; shown when the reader requests them. */
  readonly newCount: number
  readonly showNew: () => void
  /** Loads the next page. */
  readonly list: MoreButtonProps['list'] & { readonly isFetching: boolean }
  /** Hides items until the server has responded with what is left. */
  readonly hide: (ids: readonly string[]) => void
}

/**
 * Returns the queue in a stable order: what is written meanwhile is only announced, items decided by others
 * disappear, and undone ones return to their position.
 */
export function useReviewQueue(project: string, language: string, filter: ReviewFilter): ReviewQueue {
  const client = useQueryClient()
  const page = reviewQueries.page(project, language, filter)
  const query = useInfiniteQuery({ ...page, placeholderData: keepPreviousData })
  const { data, error, dataUpdatedAt, isPlaceholderData } = query
  const [shown, setShown] = useState<ShownQueue | null>(null)
  const [hidden, setHidden] = useState<{ readonly ids: ReadonlySet<string>; readonly at: number }>({
    ids: new Set(),
    at: 0,
  })
  const loaded = useMemo(() => (data?.pages ?? []).flatMap(({ items }) => items), [data])
  const lastPlace = data?.pages[0]?.lastPlace ?? 0
  const merged = useMemo(
    () => (data === undefined ? null : mergeQueue(shown, loaded, lastPlace)),
    [data, shown, loaded, lastPlace],
  )
  if (merged !== null && !isPlaceholderData && merged.shown !== shown) setShown(merged.shown)
  const byId = useMemo(() => new Map(loaded.map((item) => [idOf(item), item])), [loaded])
  const isHidden = (id: string) => hidden.at === dataUpdatedAt && hidden.ids.has(id)
  const items = (shown?.ids ?? []).flatMap((id) => (isHidden(id) ? [] : (byId.get(id) ?? [])))

  return {
    items,
    isLoading: data === undefined && error === null,
    error: data === undefined ? error : null,
    retry: () => void query.refetch(),
    newCount: isPlaceholderData ? 0 : (merged?.newCount ?? 0),
    showNew: () => setShown({ ids: loaded.map(idOf), upTo: lastPlace }),
    list: query,
    hide(ids) {
      // Not that of the last rendering: the queue can have been loaded again while the items were decided on.
      const at = client.getQueryState(page.queryKey)?.dataUpdatedAt ?? 0
      // Another action can have hidden items of the same response.
      setHidden((old) => ({ ids: new Set(old.at === at ? [...old.ids, ...ids] : ids), at }))
    },
  }
}
