import type { ReviewItemReply } from '@dragoman/contract'
import { useEffect, useRef } from 'react'
import { bestOf, idOf } from './review-item.ts'

/**
 * Remembers which text of each item the reader saw when it entered the list. `takeChanged` returns the ids of
 * those that have changed since, and counts them as seen from then on.
 */
export function useSeenVersions(items: readonly ReviewItemReply[]) {
  const seen = useRef(new Map<string, string>())
  useEffect(() => {
    const known = seen.current
    seen.current = new Map(items.map((item) => [idOf(item), known.get(idOf(item)) ?? wordsOf(item)]))
  }, [items])
  return {
    takeChanged(acted: readonly ReviewItemReply[]): ReadonlySet<string> {
      const changed = acted.filter((item) => {
        const before = seen.current.get(idOf(item))
        return before !== undefined && before !== wordsOf(item)
      })
      for (const item of changed) seen.current.set(idOf(item), wordsOf(item))
      return new Set(changed.map(idOf))
    },
  }
}

function wordsOf(item: ReviewItemReply): string {
  const best = bestOf(item)
  return [item.source.version, item.target.version, best?.id, best?.version].join(' ')
}
