import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { subscribeLive } from '../../lib/server/live.ts'
import { releaseQueries } from './queries.ts'

/** A comparison can take a moment in a large project, so a burst of saves is compared once. */
const PAUSE_MS = 1000

/** Refetches comparisons with the current texts, some time after these have changed. */
export function useNextChanges(project: string): void {
  const client = useQueryClient()
  const queryKey = releaseQueries.comparisons(project)
  const isComparing = useRef(false)
  isComparing.current = useIsFetching({ queryKey }) > 0
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const compare = () => {
      timer = undefined
      if (isComparing.current) wait()
      else void client.invalidateQueries({ queryKey: releaseQueries.comparisons(project) })
    }
    const wait = () => {
      timer ??= setTimeout(compare, PAUSE_MS)
    }
    const stop = subscribeLive(project, ({ type }) => {
      if (type === 'changed' || type === 'project' || type === 'releases') wait()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [project, client])
}
