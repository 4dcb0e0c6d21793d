import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { useAccess } from '../lib/access/access.ts'
import { sourcesQuery } from '../lib/server/queries.ts'

/** URL name of the open project; null outside of projects. */
export const OpenProjectContext = createContext<string | null>(null)

/** Whether an actor is the sync of a folder or a repository, and not a person. */
export function isSync(id: string | null): boolean {
  return id?.startsWith('sync:') ?? false
}

/**
 * Returns a function that distinguishes the sync of a repository from that of a folder. The sources of the
 * project are loaded if `isNeeded`; unknown ones are folders.
 */
export function useSourceKind(isNeeded: boolean): (id: string | null) => 'folder' | 'repository' {
  const project = use(OpenProjectContext)
  const canRead = useAccess().onProject('files.read') === null
  const { data } = useQuery({
    ...sourcesQuery(project ?? ''),
    enabled: isNeeded && canRead && project !== null,
  })
  return (id) =>
    data?.sources.some((source) => source.kind === 'git' && id === `sync:${source.id}`)
      ? 'repository'
      : 'folder'
}
