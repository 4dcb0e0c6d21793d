import type { NotificationReply } from '@dragoman/contract'
import type { NotificationFilter } from '@dragoman/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { INBOX } from '../../lib/server/inbox.ts'
import { inboxCountsQuery } from '../../lib/server/queries.ts'
import { groupByProject } from './group-by-project.ts'
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
  useRefreshByReturns()
  const list = useInfiniteQuery(inboxQueries.list(shown.filter, shown.state))
  const { data, error, refetch, hasNextPage } = list
  const groups = groupByProject(data?.pages.flatMap(({ items }) => items) ?? [])
  const items = groups.flatMap((group) => group.items)
  const listed = items.find(({ id }) => id === read)
  const last = useRef<{ readonly shown: typeof shown; readonly item: NotificationReply }>(null)
  useEffect(() => {
    if (listed !== undefined) last.current = { shown, item: listed }
  })
  // Only of the open ones: what is reopened from another list is in the inbox again.
  const isKept = listed === undefined && shown.state === 'open' && last.current?.shown === shown
  const kept = isKept && last.current?.item.id === read ? last.current?.item : undefined
  const shownKept = hasNextPage ? undefined : kept
  // A link, as in an email, can lead to one that is done or postponed, or on a later page.
  const isLinked = read !== undefined && data !== undefined && listed === undefined && shownKept === undefined
  const linked = useQuery({ ...inboxQueries.detail(read ?? 0), enabled: isLinked })
  return {
    ...shown,
    /** The one that is read, if it is no longer in the list: a reply, or something elsewhere, has closed it. */
    kept: shownKept,
    /** The one in the URL, if it is not in the list: it is loaded alone, or does not exist any more. */
    linked: isLinked
      ? { item: linked.data?.item, error: linked.error, retry: () => void linked.refetch() }
      : undefined,
    show: setShown,
    isLoaded: data !== undefined,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
    groups,
    items,
    /** Loads the next page. */
    list,
  }
}

/** Refreshes the lists when the number of postponed notifications changes: they come back without an event. */
function useRefreshByReturns(): void {
  const client = useQueryClient()
  const postponed = useQuery(inboxCountsQuery()).data?.later
  const known = useRef(postponed)
  useEffect(() => {
    const before = known.current
    known.current = postponed
    if (before === undefined || before === postponed) return
    void client.invalidateQueries({ queryKey: [...INBOX, 'list'] })
  }, [client, postponed])
}
