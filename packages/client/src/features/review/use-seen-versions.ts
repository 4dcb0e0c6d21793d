import type { ReviewItemReply, SuggestionReply } from '@dragoman/contract'
import { useEffect, useRef } from 'react'
import { bestOf, idOf, othersOf } from './review-item.ts'

/**
 * Remembers which texts and suggestions of each item the reader saw when it entered the list. `takeChanged` returns the
 * ids of those that have changed since, and counts them as seen from then on; with a suggestion: as far as that one, in
 * place of the first one, is concerned.
 */
export function useSeenVersions(items: readonly ReviewItemReply[]) {
  const seen = useRef(new Map<string, ReadonlySet<string>>())
  useEffect(() => {
    const known = seen.current
    seen.current = new Map(items.map((item) => [idOf(item), known.get(idOf(item)) ?? allWordsOf(item)]))
  }, [items])
  return {
    takeChanged(acted: readonly ReviewItemReply[], suggestion?: SuggestionReply): ReadonlySet<string> {
      const changed = acted.filter((item) => {
        const before = seen.current.get(idOf(item))
        return before !== undefined && !before.has(wordsOf(item, suggestion))
      })
      for (const item of changed) seen.current.set(idOf(item), allWordsOf(item))
      return new Set(changed.map(idOf))
    },
  }
}

function allWordsOf(item: ReviewItemReply): ReadonlySet<string> {
  return new Set([wordsOf(item), ...othersOf(item).map((other) => wordsOf(item, other))])
}

function wordsOf(item: ReviewItemReply, other?: SuggestionReply): string {
  const suggestion = other ?? bestOf(item)
  const place = other === undefined ? 'first' : 'other'
  return [place, item.source.version, item.target.version, suggestion?.id, suggestion?.version].join(' ')
}
