import type { NotificationReply } from '@dragoman/contract'
import type { NotificationFilter } from '@dragoman/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { groupByProject } from './group-by-project.ts'
import { keepRead } from './keep-read.ts'
import { type InboxState, inboxQueries } from './queries.ts'

export type InboxItems = ReturnType<typeof useInboxItems>

/**
 * Returns the filtered notifications, by project, as far as they are loaded. The one that is being read stays until
 * another one is chosen, so that a reply does not replace what its author is looking at.
 */
export function useInboxItems(read: number | undefined) {
  const [shown, setShown] = useState<{ readonly filter: NotificationFilter; readonly state: InboxState }>({
    filter: 'all',
    state: 'open',
  })
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    inboxQueries.list(shown.filter, shown.state),
  )
  const before = useRef<{ readonly shown: typeof shown; readonly items: readonly NotificationReply[] }>(null)
  const loaded = data?.pages.flatMap(({ items }) => items) ?? []
  // Only in the list of open ones: what is reopened from another list is in the inbox again.
  const last = shown.state === 'open' && before.current?.shown === shown ? before.current.items : []
  const listed = keepRead(loaded, { read, before: last })
  useEffect(() => {
    before.current = { shown, items: listed }
  })
  const groups = groupByProject(listed)
  return {
    ...shown,
    /** Whether a notification is shown only because it is being read: it is done or postponed, not on the next page. */
    isGone: (id: number) => !hasNextPage && loaded.every((one) => one.id !== id),
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
