import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { pagesOf } from '../../lib/server/pages.ts'

/** Returns the loaded rows that match what is typed into the search field, and what `FoundList` needs. */
export function useFoundRows<Key extends QueryKey, Page extends { readonly next: string | null }, Row>(
  queryFor: (q: string) => ReturnType<typeof pagesOf<Key, Page>>,
  rowsOf: (page: Page) => readonly Row[],
) {
  const [text, onText] = useState('')
  const q = useDeferredValue(text.trim())
  const list = useInfiniteQuery({ ...queryFor(q), placeholderData: keepPreviousData })
  const rows = list.data?.pages.flatMap((page) => rowsOf(page)) ?? []
  const isUnfiltered = q === '' && !list.isPlaceholderData
  return { rows, found: { text, onText, list, isEmpty: rows.length === 0, isUnfiltered } }
}
