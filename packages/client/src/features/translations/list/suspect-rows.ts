import type { EditorRowReply } from '@dragoman/contract'
import type { Store } from '../../../lib/store.ts'
import { type ListState, type Suspicion, withoutSuspects, withRowsOf, withSuspects } from './list-state.ts'

/**
 * Reads the rows of keys, whether or not they match the filter; deleted keys are left out. The first attempt fails
 * without retries, because a person can be waiting for it.
 */
export type FetchRows = (
  keyIds: readonly number[],
  attempt: 'first' | 'again',
) => Promise<readonly EditorRowReply[]>

/** Marks and reads the rows of a list that can be older than on the server. */
export function suspectRows(state: Store<ListState>, fetchRows: FetchRows) {
  let round = 0

  const of = (page: number, suspicion: Suspicion): readonly number[] => {
    const { pages, suspect } = state.get()
    return suspect.size === 0 ? [] : (pages.get(page) ?? []).filter((key) => suspect.get(key) === suspicion)
  }
  return {
    of,
    /** Increases whenever all rows become suspect: responses to earlier requests can be older than that. */
    round: () => round,
    addAll: () => {
      round++
      state.set(withSuspects(state.get(), state.get().rows.keys(), 'waiting'))
    },
    /** Marks a row that could not be read. */
    addUnread: (key: number) => {
      if (!state.get().rows.has(key) || state.get().suspect.has(key)) return
      state.set(withSuspects(state.get(), [key], 'failed'))
    },
    /** Notes that rows were received for a request that was made in a round. */
    note: (rows: readonly EditorRowReply[], asked: number) => {
      const keys = rows.map((row) => row.key.id)
      state.set(
        asked === round ? withoutSuspects(state.get(), keys) : withSuspects(state.get(), keys, 'waiting'),
      )
    },
    /** Reads suspect rows of a page by their keys, because some of them have left the filter. */
    read: async (page: number, suspicion: 'waiting' | 'again'): Promise<void> => {
      const keys = of(page, suspicion)
      if (keys.length === 0) return
      const asked = round
      const isFirst = suspicion === 'waiting'
      try {
        const rows = await fetchRows(keys, isFirst ? 'first' : 'again')
        const next = withRowsOf(state.get(), keys, rows)
        state.set(asked === round ? withoutSuspects(next, keys) : next)
      } catch (error) {
        if (asked === round) state.set(withSuspects(state.get(), keys, isFirst ? 'again' : 'failed'))
        throw error
      }
    },
    /** Lets the rows of a page be read that could not be read before. */
    retry: (page: number) => {
      const unread = of(page, 'failed')
      if (unread.length > 0) state.set(withSuspects(state.get(), unread, 'again'))
    },
  }
}
