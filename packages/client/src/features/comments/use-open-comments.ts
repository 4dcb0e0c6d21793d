import { useQueries } from '@tanstack/react-query'
import { commentQueries } from './queries.ts'

type Counts = { readonly keyId: number; readonly comments: number; readonly questions: number }

/** Returns the open comments on the keys of a list, page by page; keys without any have no entry. */
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

/** A stable function for all renders, so that the map only changes with the responses. */
function joined(
  results: readonly { readonly data: readonly Counts[] | undefined }[],
): ReadonlyMap<number, Counts> {
  return new Map(results.flatMap(({ data = [] }) => data).map((counts) => [counts.keyId, counts]))
}
