import { api, type LiveEvent } from '@dragoman/contract'
import { useEffect } from 'react'
import { call } from '../call.ts'
import { subscribeLive, useLiveStatus } from '../live.ts'
import { saving } from './saving.ts'
import type { StringAddress } from './string-address.ts'

/** More drafts than this are asked about when they are opened. */
const ASK_AT_MOST = 50

/**
 * Asks the server about the drafts of a project when it opens, after a gap in the live events, and when
 * somebody saves their strings.
 */
export function useDraftWatch(project: string): void {
  const isLive = useLiveStatus() === 'live'
  useEffect(() => {
    if (!isLive) return
    const own = () =>
      saving()
        .drafts.list()
        .filter((one) => one.project === project)
    const askAll = () => {
      for (const one of own().slice(-ASK_AT_MOST)) void ask(one)
    }
    askAll()
    return subscribeLive(project, (event) => {
      const changed = changedIn(event)
      if (changed === 'all') askAll()
      else for (const one of own()) if (changed.has(`${one.language} ${one.keyId}`)) void ask(one)
    })
  }, [project, isLive])
}

/** The strings that an event names, or `all` where it cannot name them. */
function changedIn(event: LiveEvent): ReadonlySet<string> | 'all' {
  if (event.type === 'reset') return 'all'
  if (event.type !== 'changed') return new Set()
  return event.translations === null
    ? 'all'
    : new Set(event.translations.map(({ keyId, language }) => `${language} ${keyId}`))
}

async function ask(address: StringAddress): Promise<void> {
  const { project, language, keyId } = address
  try {
    const row = await call(api.translations.get, { params: { project, key: keyId, language } })
    saving().rebaseOnServer({ project, language, keyId }, row.target)
  } catch {
    // deleted, or not reached: opening the string tells which, and the draft is kept
  }
}
