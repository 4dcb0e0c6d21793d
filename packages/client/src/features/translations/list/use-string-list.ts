import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useStore } from '../../../lib/use-store.ts'
import { translationQueries } from '../queries.ts'
import type { ListState } from './list-state.ts'
import { type StringList, stringList } from './string-list.ts'

export type ListFilter = {
  readonly project: string
  readonly language: string
  readonly q: string
  /** Increases when the same filter is applied again. */
  readonly round: number
}

export type ShownList = {
  readonly list: StringList
  readonly state: ListState
  readonly filter: ListFilter /** False while a newer filter is loading. */
  readonly isCurrent: boolean
}

/**
 * Returns the list of a filter. Until the first response for a new filter, the previous list stays on the
 * screen.
 */
export function useStringList({ project, language, q, round }: ListFilter): ShownList {
  const client = useQueryClient()
  const filter = useMemo(() => ({ project, language, q, round }), [project, language, q, round])
  const list = useMemo(
    () =>
      stringList(
        (request) => client.fetchQuery(translationQueries.page(filter, request)),
        (keyIds, attempt) =>
          client.fetchQuery({
            ...translationQueries.rows(filter, keyIds),
            ...(attempt === 'first' ? { retry: false } : {}),
          }),
      ),
    [client, filter],
  )
  // Not before the events are followed that can follow the response.
  useEffect(() => list.want(0, 0), [list])
  const state = useStore(list.state)
  const before = useRef<ShownList | null>(null)
  const isWaiting = state.total === null && state.failed.size === 0
  const last = before.current
  if (isWaiting && last !== null && last.filter.project === project && last.filter.language === language)
    return { ...last, isCurrent: false }
  const shown = { list, state, filter, isCurrent: true }
  before.current = shown
  return shown
}
