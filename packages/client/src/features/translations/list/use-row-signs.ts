import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type SuggestionCounts, suggestionQueries } from '../queries.ts'
import type { RowSigns } from './row-signs.ts'

type CommentCounts = { readonly comments: number; readonly questions: number }

/**
 * Returns the open items of a list's keys, page by page, based on their known comments; keys without any have
 * no entry.
 */
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

/** A stable function for all renders, so that the map only changes with the responses. */
function joined(
  results: readonly { readonly data: SuggestionCounts | undefined }[],
): ReadonlyMap<number, number> {
  return new Map(
    results.flatMap(({ data = [] }) => data).map(({ keyId, suggestions }) => [keyId, suggestions]),
  )
}
