import type { MemberReply } from '@dragoman/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MemberTab } from './member-tabs.ts'
import { type MemberFilter, memberQueries } from './queries.ts'

/** Which members are listed before someone filters them. */
export const NO_FILTER = { q: '', role: null, language: null, namespace: null }

export type MemberList = ReturnType<typeof useMemberList>

/** Returns the filtered members of a project, as far as they are loaded. */
export function useMemberList(project: string, tab: MemberTab) {
  const [filter, setFilter] = useState<Omit<MemberFilter, 'show'>>(NO_FILTER)
  const query = useInfiniteQuery(
    memberQueries.list(project, { ...filter, show: tab === 'token' ? 'everyone' : tab }),
  )
  const [first] = query.data?.pages ?? []
  const isFiltered = Object.values(filter).some((value) => value !== null && value !== '')
  return {
    filter,
    setFilter,
    clearFilter: () => setFilter(NO_FILTER),
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    pages: query,
    /** Loads the next page, unless that failed: then the person decides. */
    loadMore: () =>
      query.hasNextPage && !query.isFetching && !query.isFetchNextPageError && void query.fetchNextPage(),
    members: membersOf(query.data?.pages ?? []),
    /** What there is none of, without a filter; null: members that a filter might hide. */
    missing: !isFiltered && (tab === 'group' || tab === 'invitation') ? tab : null,
    /** Null until they are known. */
    counts: first?.counts ?? null,
    managers: first?.managers.map(({ name }) => name) ?? [],
    lastManager: first?.lastManager ?? null,
  }
}

/** Returns the members of several pages, each once. */
export function membersOf(
  pages: readonly { readonly members: readonly MemberReply[] }[],
): readonly MemberReply[] {
  const members = pages.flatMap((page) => page.members)
  return [...new Map(members.map((member) => [member.who, member])).values()]
}
