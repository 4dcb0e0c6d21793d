import type { CommentReply, CommentThreadReply } from '@dragoman/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { commentQueries } from '../queries.ts'

export type Replies = {
  readonly shown: readonly CommentReply[]
  /** How many are not loaded. */
  readonly hiddenCount: number
  readonly isLoading: boolean
  /** Why earlier ones could not be loaded. */
  readonly error: Error | null
  readonly showOlder: () => void
}

/**
 * The replies of a thread: its newest ones, which come with it, until earlier ones are requested, or a link refers to one
 * of them (`target`). From then on all are read as a list of their own, so that new, changed and removed ones are shown
 * wherever they are.
 */
export function useReplies(
  project: string,
  { first, answers, answerCount }: CommentThreadReply,
  target: number | null,
): Replies {
  const [isList, setIsList] = useState(false)
  const list = useInfiniteQuery({ ...commentQueries.answers(project, first.id), enabled: isList })
  // What is cached from an earlier visit is not kept current until it is requested again.
  const pages = isList ? list.data?.pages : undefined
  const shown = pages === undefined ? answers : [...pages].reverse().flatMap((page) => page.answers)
  const isMissing = target !== null && ![first, ...shown].some(({ id }) => id === target)
  useEffect(() => {
    if (isMissing) setIsList(true)
  }, [isMissing])
  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  useEffect(() => {
    if (isList && isMissing && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isList, isMissing, hasNextPage, isFetching, isError, fetchNextPage])
  const shownCount = shown.filter(({ removedAt }) => removedAt === null).length
  return {
    shown,
    hiddenCount: pages === undefined || hasNextPage ? answerCount - shownCount : 0,
    isLoading: isList && (pages === undefined ? isFetching : list.isFetchingNextPage),
    error: isList && (pages === undefined || list.isFetchNextPageError) ? list.error : null,
    showOlder() {
      if (!isList) setIsList(true)
      else if (pages === undefined) void list.refetch()
      else void fetchNextPage()
    },
  }
}
