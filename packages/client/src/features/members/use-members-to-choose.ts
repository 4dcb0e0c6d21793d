import type { MemberReply } from '@dragoman/contract'
import type { MemberRef } from '@dragoman/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type MembersShown, memberQueries } from './queries.ts'
import { membersOf, NO_FILTER } from './use-member-list.ts'

export type MembersToChoose = {
  /** Those who match the search, after those who were kept. */
  readonly members: readonly MemberReply[]
  /** Null: all of them are listed, so that none has to be searched for. */
  readonly search: { readonly value: string; readonly onChange: (text: string) => void } | null
  /** Keeps members listed while others are searched for. */
  readonly keep: (whos: readonly MemberRef[]) => void
}

/**
 * Returns the members that a dialog offers, whatever the screen behind it lists. `known`: members who stay listed
 * from the beginning.
 */
export function useMembersToChoose(
  project: string,
  { show, known = [] }: { readonly show: MembersShown; readonly known?: readonly MemberReply[] },
): MembersToChoose {
  const [text, setText] = useState('')
  const [kept, setKept] = useState(known)
  const q = useDeferredValue(text.trim())
  const all = useInfiniteQuery(memberQueries.list(project, { ...NO_FILTER, show }))
  const found = useInfiniteQuery(memberQueries.list(project, { ...NO_FILTER, show, q }))
  const members = membersOf([{ members: kept }, ...(found.data?.pages ?? [])])
  return {
    members,
    search: all.hasNextPage ? { value: text, onChange: setText } : null,
    keep: (whos) => setKept(members.filter(({ who }) => whos.includes(who))),
  }
}
