import { useQueries } from '@tanstack/react-query'
import { commentQueries } from './queries.ts'

type Counts = { readonly keyId: number; readonly comments: number; readonly questions: number }

/** What is open on the keys of a list, page by page; keys with nothing open have no entry. */
export function useOpenComments(
  project: string,
  language: string,
  pages: readonly (readonly number[])[],
): ReadonlyMap<number, Counts> {
  return useQueries({
    queries: pages.map((keys) => commentQueries.counts(project, language, keys)),
    combine: joined,
  })
}

/** One function for all draws, so that the map stays the same while the answers do. */
function joined(
  results: readonly { readonly data: readonly Counts[] | undefined }[],
): ReadonlyMap<number, Counts> {
  return new Map(results.flatMap(({ data = [] }) => data).map((counts) => [counts.keyId, counts]))
}
