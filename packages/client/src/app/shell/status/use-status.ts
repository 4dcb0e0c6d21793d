import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIsRemoved } from '../../../components/use-is-removed.ts'
import { useIsOnline, useUnsaved } from '../../../lib/saving/use-saving.ts'
import { isRunning } from '../../../lib/server/jobs.ts'
import { useLiveStatus } from '../../../lib/server/live.ts'
import { isAskedForProof } from '../../../lib/server/proof.ts'
import { jobQueries } from '../../../lib/server/queries.ts'
import { type Status, statusOf } from '../../../lib/status/status.ts'
import { useStore } from '../../../lib/use-store.ts'
import { useUnwritten } from './use-unwritten.ts'

/** Returns the status on a screen of a project. */
export function useProjectStatus(project: string): Status {
  const unsaved = useUnsaved()
  const isOnline = useIsOnline()
  const live = useLiveStatus(project)
  // People who were removed are not waiting for the connection
  const connection = useIsRemoved(project) ? null : live
  const changesUnderWay = useChangesUnderWay()
  const all = useQuery(jobQueries.list(project)).data
  const jobs = useMemo(() => (all ?? []).filter(isRunning), [all])
  const unwritten = useUnwritten(project)
  return useMemo(
    () => statusOf({ unsaved, isOnline, connection, changesUnderWay, jobs, unwritten }),
    [unsaved, isOnline, connection, changesUnderWay, jobs, unwritten],
  )
}

/** Returns the status on a screen outside a project, which has neither live events nor jobs. */
export function useGeneralStatus(): Status {
  const unsaved = useUnsaved()
  const isOnline = useIsOnline()
  const changesUnderWay = useChangesUnderWay()
  return useMemo(
    () => statusOf({ unsaved, isOnline, connection: null, changesUnderWay, jobs: [], unwritten: 0 }),
    [unsaved, isOnline, changesUnderWay],
  )
}

/**
 * Returns the number of changes in progress that are not saves of a string; `useReadRequest` marks what changes
 * nothing. While a person is asked for their password, nothing is in progress.
 */
function useChangesUnderWay(): number {
  const count = useIsMutating({ predicate: ({ meta }) => meta?.reads !== true })
  return useStore(isAskedForProof) ? 0 : count
}
