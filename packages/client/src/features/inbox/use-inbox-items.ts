import type { NotificationFilter } from '@dragoman/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupByProject } from './group-by-project.ts'
import { type InboxState, inboxQueries } from './queries.ts'

export type InboxItems = ReturnType<typeof useInboxItems>

/** Returns the filtered notifications, by project, as far as they are loaded. */
export function useInboxItems() {
  const [shown, setShown] = useState<{ readonly filter: NotificationFilter; readonly state: InboxState }>({
    filter: 'all',
    state: 'open',
  })
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    inboxQueries.list(shown.filter, shown.state),
  )
  const groups = groupByProject(data?.pages.flatMap(({ items }) => items) ?? [])
  return {
    ...shown,
    show: setShown,
    isLoaded: data !== undefined,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
    groups,
    items: groups.flatMap((group) => group.items),
    hasMore: hasNextPage,
    loadMore: () => void fetchNextPage(),
  }
}
