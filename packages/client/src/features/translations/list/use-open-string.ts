import type { EditorRowReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { translationQueries } from '../queries.ts'
import { keyAt } from './list-state.ts'
import { useOpenKey } from './use-open-key.ts'
import type { ShownList } from './use-string-list.ts'

export type OpenString = {
  readonly keyId: number | null
  /** Null while loading, or if there is none. */
  readonly row: EditorRowReply | null
  /** Index in the list; null if it does not match the filter. */
  readonly index: number | null
  readonly error: unknown
  readonly open: (keyId: number | null) => void
  /** Opens the string that many rows further; returns false at the ends of the list. */
  readonly move: (by: number) => boolean
}

type Address = {
  /** The key in the URL. */
  readonly key: number | null
  readonly setKey: (key: number | null) => void
  /** On wide screens, the first string is opened automatically. */
  readonly opensFirst: boolean
}

/** Returns the open string. It changes immediately; the URL follows. */
export function useOpenString(
  { list, state, filter, isCurrent }: ShownList,
  { key, setKey, opensFirst }: Address,
): OpenString {
  const { keyId, open } = useOpenKey(key, setKey)

  const first = isCurrent && opensFirst ? keyAt(state, 0) : null
  useLayoutEffect(() => {
    if (keyId === null && first !== null) open(first)
  }, [keyId, first, open])

  const index = keyId === null ? null : (state.places.get(keyId) ?? null)
  useEffect(() => {
    // the row's own query reports errors
    if (keyId !== null && index === null) void list.find(keyId).catch(() => {})
    if (index !== null) list.want(index - 2, Math.min(index + 10, (list.state.get().total ?? 1) - 1))
  }, [keyId, index, list])

  const loaded = keyId === null ? null : (state.rows.get(keyId) ?? null)
  const alone = useQuery({
    ...translationQueries.row({ project: filter.project, language: filter.language, keyId: keyId ?? 0 }),
    enabled: keyId !== null && loaded === null,
  })

  const move = (by: number): boolean => {
    const target = (index ?? -1) + by
    const next = keyAt(state, target)
    if (next === null) {
      if (target >= 0 && target < (state.total ?? 0)) list.want(target, target)
      return false
    }
    open(next)
    return true
  }

  const row = loaded ?? (keyId === null ? null : (alone.data ?? null))
  const now: OpenString = { keyId, row, index, error: row === null ? alone.error : null, open, move }
  // Until a new filter has its response, the previous string stays on the screen.
  const before = useRef(now)
  if (keyId === null && !isCurrent && opensFirst) return { ...before.current, open, move }
  before.current = now
  return now
}
