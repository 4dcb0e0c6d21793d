import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

/**
 * A list that is loaded page by page. `load` requests a page; `from` is the part of its query that says where the
 * page starts: nothing for the first one.
 */
export function pagesOf<Key extends QueryKey, Page extends { readonly next: string | null }>(
  queryKey: Key,
  load: (from: { readonly cursor?: string }, signal: AbortSignal) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null, // the first page has no cursor
    getNextPageParam: ({ next }) => next,
  })
}
