import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeLive } from '../../lib/server/live.ts'
import { openSparingJob } from '../../lib/sparing-job.ts'
import { changeOf, isComparisonStale, type TextChange, withChange } from './comparison-changes.ts'
import { releaseQueries } from './queries.ts'

/** Refetches comparisons with the current texts after these have changed: sparingly, because a large project takes long. */
export function useNextChanges(project: string, sourceLanguage: string): void {
  const client = useQueryClient()
  useEffect(() => {
    let changed: TextChange | null = null
    const queryKey = releaseQueries.comparisons(project)
    const job = openSparingJob(() => {
      const change = changed
      changed = null
      return client.invalidateQueries({
        queryKey,
        predicate: (query) =>
          change !== null && isComparisonStale(query.queryKey.slice(queryKey.length), change),
      })
    })
    const stop = subscribeLive(project, (event) => {
      const change = changeOf(event, sourceLanguage)
      if (change === null) return
      changed = withChange(changed, change)
      job.request()
    })
    return () => {
      job.close()
      stop()
    }
  }, [project, sourceLanguage, client])
}
