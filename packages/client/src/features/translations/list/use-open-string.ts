import type { EditorRowReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { announce } from '../../../lib/notices/announce.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { translationQueries } from '../queries.ts'
import { indexWithRow, keyAt, pageOf, type Suspicion } from './list-state.ts'
import type { StringList } from './string-list.ts'
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
  /** Opens the string that many rows further. */
  readonly move: (by: number) => MoveEnd
}

/** `loading`: the string opens when it is loaded, unless another one is opened meanwhile. `end`: there is none. */
export type MoveEnd = 'moved' | 'loading' | 'end'

type Address = {
  /** The key in the URL. */
  readonly key: number | null
  readonly setKey: (key: number | null) => void
  /** On wide screens, the first string is opened automatically. */
  readonly opensFirst: boolean
  /** Without a connection, no row can be read: all are shown as they are. */
  readonly isConnected: boolean
}

/** Returns the open string. It changes immediately; the URL follows. */
export function useOpenString(
  { list, state, filter, isCurrent }: ShownList,
  { key, setKey, opensFirst, isConnected }: Address,
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
  }, [keyId, index, list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that become suspect are read again
  useEffect(() => {
    if (index !== null) list.wantAround(index - 2, Math.min(index + 10, (list.state.get().total ?? 1) - 1))
  }, [keyId, index, list, state.suspect])

  const loaded = keyId === null ? null : (state.rows.get(keyId) ?? null)
  const alone = useQuery({
    ...translationQueries.row({ project: filter.project, language: filter.language, keyId: keyId ?? 0 }),
    enabled: keyId !== null && loaded === null,
  })

  const move = useMove({ list, state, keyId, index, open })

  const before = useRef<OpenString | null>(null)
  // What is on the screen stays there, because someone can be typing in it.
  const wasShown = before.current?.keyId === keyId && before.current.row !== null
  const isHeld = useSuspicion({ list, state, keyId, index }) === 'waiting'
  const row = (isHeld && isConnected && !wasShown) || keyId === null ? null : (loaded ?? alone.data ?? null)
  const now: OpenString = { keyId, row, index, error: row === null ? alone.error : null, open, move }
  // Until a new filter has its response, the previous string stays on the screen.
  if (before.current !== null && keyId === null && !isCurrent && opensFirst)
    return { ...before.current, open, move }
  before.current = now
  return now
}

/**
 * Returns why the row of the open string is suspect; undefined if it is not. One that could not be read is requested
 * again once it is opened.
 */
function useSuspicion({
  list,
  state,
  keyId,
  index,
}: Pick<ShownList, 'list' | 'state'> & Pick<OpenString, 'keyId' | 'index'>): Suspicion | undefined {
  /** The key for which that was done. */
  const retried = useRef<number | null>(null)
  const suspicion = keyId === null ? undefined : state.suspect.get(keyId)
  useEffect(() => {
    if (retried.current !== keyId) retried.current = null
    if (suspicion !== 'failed' || index === null || retried.current === keyId) return
    retried.current = keyId
    list.wantAgain(index)
  }, [suspicion, keyId, index, list])
  return suspicion
}

/** A requested move to a row that is not loaded yet. */
type DueMove = {
  readonly list: StringList
  readonly from: number | null
  readonly to: number
  readonly by: number
}

/** Returns a function that opens the string some rows further, once it is loaded. */
function useMove({
  list,
  state,
  keyId,
  index,
  open,
}: Pick<ShownList, 'list' | 'state'> & Pick<OpenString, 'keyId' | 'index' | 'open'>): OpenString['move'] {
  const due = useRef<DueMove | null>(null)
  const failureText = useFailureText()

  function go(to: number, by: number): MoveEnd {
    due.current = null
    const place = indexWithRow(state, to, by)
    const next = keyAt(state, place)
    if (next !== null) {
      open(next)
      return 'moved'
    }
    if (place < 0 || place >= (state.total ?? 0)) return 'end'
    due.current = { list, from: keyId, to: place, by }
    return 'loading'
  }

  useEffect(() => {
    const waiting = due.current
    if (waiting === null) return
    if (waiting.list !== list || waiting.from !== keyId) {
      due.current = null
      return
    }
    const error = state.failed.get(pageOf(waiting.to))
    if (error !== undefined) {
      due.current = null
      announce(failureText(error), 'assertive')
    } else if (go(waiting.to, waiting.by) === 'loading' && due.current?.to !== waiting.to)
      list.wantAround(due.current?.to ?? 0, due.current?.to ?? 0)
  })

  return (by) => {
    const end = go((index ?? -1) + by, by)
    if (due.current !== null) list.wantAgain(due.current.to)
    return end
  }
}
