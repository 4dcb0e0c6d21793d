import { isFailure, type LiveEvent } from '@dragoman/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import { subscribeLive } from '../../../lib/server/live.ts'
import { translationQueries } from '../queries.ts'
import type { ShownList } from './use-string-list.ts'

const MAX_SINGLE_ROWS = 40

/** Keeps the loaded rows current while others work: each changed row is reloaded in place. Nothing moves. */
export function useLiveRows(
  { list, filter }: ShownList,
  openKey: number | null,
  sourceLanguage: string,
): void {
  const client = useQueryClient()
  const saving = useSaving()
  const open = useRef(openKey)
  open.current = openKey
  const { project, language } = filter

  useEffect(() => {
    let isGone = false
    const refetch = onceAtATime(fetchRow, () => !isGone)

    async function fetchRow(keyId: number): Promise<void> {
      try {
        const row = await client.fetchQuery(translationQueries.row({ project, language, keyId }))
        if (isGone) return
        list.update(row)
        saving.rebaseOnServer({ project, language, keyId }, row.target)
      } catch (error) {
        if (isFailure(error, 'gone') || isFailure(error, 'not-found')) list.markGone(keyId)
        else list.markUnread(keyId)
      }
    }

    function refetchAll(): void {
      list.refresh().catch(() => {
        // the rows stay as they are until the next event, or until a person opens one or returns to their page
      })
      if (open.current !== null) void refetch(open.current)
    }

    function onEvent(event: LiveEvent): void {
      const stale = staleKeys(event, { list, language, sourceLanguage, openKey: open.current })
      if (stale === 'all' || stale.size > MAX_SINGLE_ROWS) refetchAll()
      else for (const key of stale) void refetch(key)
    }

    const stopEvents = subscribeLive(project, onEvent)
    const stopEnds = saving.onEnd(({ save, outcome }) => {
      if (save.project !== project || save.language !== language) return
      const row = list.state.get().rows.get(save.keyId)
      const target =
        outcome.kind === 'done' ? outcome.translation : outcome.kind === 'stale' ? outcome.current : null
      if (target !== null && row !== undefined) list.update({ ...row, target })
      else void refetch(save.keyId)
    })
    return () => {
      isGone = true
      stopEvents()
      stopEnds()
    }
  }, [client, saving, list, project, language, sourceLanguage])
}

/** Returns a function that reloads a row, and once more if it changed meanwhile: the response can be from before. */
function onceAtATime(fetchRow: (keyId: number) => Promise<void>, isNeeded: () => boolean) {
  const busy = new Set<number>()
  const due = new Set<number>()
  return async function refetch(keyId: number): Promise<void> {
    if (busy.has(keyId)) {
      due.add(keyId)
      return
    }
    busy.add(keyId)
    await fetchRow(keyId)
    busy.delete(keyId)
    if (due.delete(keyId) && isNeeded()) void refetch(keyId)
  }
}

type Shown = Pick<ShownList, 'list'> & {
  readonly language: string
  readonly sourceLanguage: string
  readonly openKey: number | null
}

/** Returns the keys of the shown rows that are older than an event; `all` if it does not say which. */
function staleKeys(
  event: LiveEvent,
  { list, language, sourceLanguage, openKey }: Shown,
): ReadonlySet<number> | 'all' {
  if (event.type === 'reset') return 'all'
  if (event.type !== 'changed') return new Set()
  if (event.translations === null || event.keys === null) return 'all'
  const { rows, total } = list.state.get()
  // Nothing is shown that could be compared, or an answer is under way that can be from before.
  if (total === null || total === 0 || list.isLoading()) return 'all'
  const stale = new Set(event.keys.filter((key) => rows.has(key) || key === openKey))
  for (const changed of event.translations) {
    const row = rows.get(changed.keyId)
    if (row === undefined && changed.keyId !== openKey) continue
    const known =
      changed.language === language ? row?.target : changed.language === sourceLanguage ? row?.source : null
    if (known !== null && (known === undefined || known.version < changed.version)) stale.add(changed.keyId)
  }
  return stale
}
