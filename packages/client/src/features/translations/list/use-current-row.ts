import { useState } from 'react'
import type { OpenString } from './use-open-string.ts'
import type { ShownList } from './use-string-list.ts'

/** The row from which the keys of the list move. */
export type CurrentRow = {
  readonly keyId: number | null
  /** Index in the list; null if it is not in the list. */
  readonly index: number | null
  /** Moves to a row. */
  readonly go: (keyId: number) => void
  /** Opens a row. */
  readonly open: (keyId: number) => void
}

/**
 * Returns the current row of the list. It is the open string where both are visible, so that moving opens the next
 * one. Where a string replaces the list, moving opens nothing, and the string that was opened last is current.
 */
export function useCurrentRow(
  { state, filter }: ShownList,
  open: OpenString,
  replacesList: boolean,
): CurrentRow {
  const [last, setLast] = useState({ filter, keyId: open.keyId })
  if (!replacesList) return { keyId: open.keyId, index: open.index, go: open.open, open: open.open }
  const keyId = open.keyId ?? (last.filter === filter ? last.keyId : null)
  if (keyId !== last.keyId || filter !== last.filter) setLast({ filter, keyId })
  return {
    keyId,
    index: keyId === null ? null : (state.places.get(keyId) ?? null),
    go: (next) => setLast({ filter, keyId: next }),
    open: open.open,
  }
}
