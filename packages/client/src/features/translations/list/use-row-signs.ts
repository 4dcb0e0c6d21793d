import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type SuggestionCounts, suggestionQueries } from '../queries.ts'
import type { RowSigns } from './row-signs.ts'

type CommentCounts = { readonly comments: number; readonly questions: number }

/** What is open on the keys of a list, page by page, of what is known of their comments; keys with nothing open have no entry. */
export function useRowSigns(
  project: string,
  language: string,
  pages: readonly (readonly number[])[],
  comments: ReadonlyMap<number, CommentCounts>,
): ReadonlyMap<number, RowSigns> {
  const suggestions = useQueries({
    queries: pages.map((keys) => suggestionQueries.counts(project, language, keys)),
    combine: joined,
  })
  return useMemo(
    () =>
      new Map(
        [...new Set([...comments.keys(), ...suggestions.keys()])].map((keyId) => {
          const { comments: count = 0, questions = 0 } = comments.get(keyId) ?? {}
          return [keyId, { comments: count, questions, suggestions: suggestions.get(keyId) ?? 0 }]
        }),
      ),
    [comments, suggestions],
  )
}

/** One function for all draws, so that the map stays the same while the answers do. */
function joined(
  results: readonly { readonly data: SuggestionCounts | undefined }[],
): ReadonlyMap<number, number> {
  return new Map(
    results.flatMap(({ data = [] }) => data).map(({ keyId, suggestions }) => [keyId, suggestions]),
  )
}
