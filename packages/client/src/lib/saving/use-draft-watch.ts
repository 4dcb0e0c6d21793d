import type { LiveEvent } from '@dragoman/contract'
import { useEffect } from 'react'
import { subscribeLive, useLiveStatus } from '../server/live.ts'
import { type ChangedStrings, openDraftCheck, textOf } from './open-draft-check.ts'
import { useSaving } from './use-saving.ts'

/**
 * Checks the drafts of a project with the server when it opens, after a gap in the live events, and when
 * someone saves their strings.
 */
export function useDraftWatch(project: string): void {
  const saving = useSaving()
  const isLive = useLiveStatus(project) === 'live'
  useEffect(() => {
    if (!isLive) return
    const check = openDraftCheck(saving, project)
    check('all')
    return subscribeLive(project, (event) => check(changedIn(event)))
  }, [saving, project, isLive])
}

function changedIn(event: LiveEvent): ChangedStrings {
  if (event.type === 'reset') return 'all'
  if (event.type !== 'changed') return new Set()
  return event.translations === null ? 'all' : new Set(event.translations.map(textOf))
}
