import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import { filesQuery } from '../../../lib/server/files-query.ts'
import { subscribeLive } from '../../../lib/server/live.ts'
import { sourcesQuery } from '../../../lib/server/queries.ts'

/** Changes that arrive within this time need only one request. */
const LOOK_AFTER_MS = 60
/** After a request that failed. */
const LOOK_AGAIN_MS = 5000

/**
 * Returns the number of saved texts of a project that are not in its files yet; 0 if it has no folder to
 * write to. Null between a save and the first response requested after it, because earlier ones can miss it.
 */
export function useUnwritten(project: string): number | null {
  const client = useQueryClient()
  const saving = useSaving()
  const sources = useQuery(sourcesQuery(project)).data?.sources
  const isWritten = sources?.some(({ writable }) => writable) ?? false
  const files = useQuery({ ...filesQuery(project), enabled: isWritten }).data?.files
  const [isUnsure, setIsUnsure] = useState(false)

  useEffect(() => {
    if (!isWritten) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let latest = 0
    const look = async () => {
      const mine = ++latest
      try {
        await client.refetchQueries({ queryKey: filesQuery(project).queryKey }, { throwOnError: true })
        if (mine === latest) setIsUnsure(false)
      } catch {
        if (mine === latest) timer = setTimeout(() => void look(), LOOK_AGAIN_MS)
      }
    }
    const changed = () => {
      setIsUnsure(true)
      latest++
      clearTimeout(timer)
      timer = setTimeout(() => void look(), LOOK_AFTER_MS)
    }
    const stopSaves = saving.onEnd(({ save, outcome }) => {
      if (save.project === project && outcome.kind === 'done') changed()
    })
    const stopEvents = subscribeLive(project, (event) => {
      if (event.type === 'changed' || event.type === 'reset') changed()
    })
    return () => {
      clearTimeout(timer)
      stopSaves()
      stopEvents()
    }
  }, [client, saving, project, isWritten])

  if (!isWritten) return 0
  const waiting = files?.filter((file) => file.state === 'writing').length ?? 0
  return waiting === 0 && isUnsure ? null : waiting
}
