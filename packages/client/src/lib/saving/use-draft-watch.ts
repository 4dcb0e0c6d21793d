import type { LiveEvent } from '@dragoman/contract'
import { useEffect } from 'react'
import { subscribeLive, useLiveStatus } from '../server/live.ts'
import { stringNow } from '../server/queries.ts'
import type { StringAddress } from '../server/string-address.ts'
import type { Saving } from './create-saving.ts'
import { useSaving } from './use-saving.ts'

/** Drafts beyond this number are checked when they are opened. */
const ASK_AT_MOST = 50

/**
 * Checks the drafts of a project with the server when it opens, after a gap in the live events, and when
 * someone saves their strings.
 */
export function useDraftWatch(project: string): void {
  const saving = useSaving()
  const isLive = useLiveStatus(project) === 'live'
  useEffect(() => {
    if (!isLive) return
    const own = () => saving.drafts.list().filter((one) => one.project === project)
    const askAll = () => {
      for (const one of own().slice(-ASK_AT_MOST)) void ask(saving, one)
    }
    askAll()
    return subscribeLive(project, (event) => {
      const changed = changedIn(event)
      if (changed === 'all') askAll()
      else for (const one of own()) if (changed.has(`${one.language} ${one.keyId}`)) void ask(saving, one)
    })
  }, [saving, project, isLive])
}

/** Returns the strings that an event names, or `all` if it cannot name them. */
function changedIn(event: LiveEvent): ReadonlySet<string> | 'all' {
  if (event.type === 'reset') return 'all'
  if (event.type !== 'changed') return new Set()
  return event.translations === null
    ? 'all'
    : new Set(event.translations.map(({ keyId, language }) => `${language} ${keyId}`))
}

async function ask(saving: Saving, { project, language, keyId }: StringAddress): Promise<void> {
  try {
    const row = await stringNow({ project, language, keyId })
    saving.rebaseOnServer({ project, language, keyId }, row.target)
  } catch {
    // deleted or unreachable: opening the string shows which, and the draft is kept
  }
}
