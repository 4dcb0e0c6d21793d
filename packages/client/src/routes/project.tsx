import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { rememberProject } from '../app/shell/last-project.ts'
import { RefusalHelp } from '../app/shell/RefusalHelp.tsx'
import { Shell } from '../app/shell/Shell.tsx'
import { VisitorShell } from '../app/shell/VisitorShell.tsx'
import { useOwnRightsNotice } from '../components/use-own-rights-notice.ts'
import { projectQueries } from '../features/projects/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { useProjectTitle } from '../lib/page/document-title.ts'
import { useSaving } from '../lib/saving/use-saving.ts'
import { InsideProject } from './inside-project.tsx'

export function ProjectRoute() {
  const { project } = useParams({ from: '/p/$project' })
  const { data } = useSuspenseQuery(projectQueries.get(project))
  useProjectTitle(data.name)
  const { data: session } = useQuery(sessionQueries.get())
  useRightsAfterRefusal()
  useEffect(() => rememberProject(project), [project])
  useOwnRightsNotice(session?.actor, data.branchOf?.slug ?? project)
  return (
    <InsideProject project={project}>
      <RefusalHelp project={data.branchOf?.slug ?? project}>
        {session?.actor === null ? (
          <VisitorShell key={project} project={data} />
        ) : (
          <Shell key={project} project={project}>
            <Outlet />
          </Shell>
        )}
      </RefusalHelp>
    </InsideProject>
  )
}

/**
 * Reloads the person's permissions when the server has refused a save, because they differ from those shown.
 */
function useRightsAfterRefusal(): void {
  const client = useQueryClient()
  const saving = useSaving()
  useEffect(
    () =>
      saving.onEnd(({ outcome }) => {
        if (outcome.kind === 'refused' && outcome.code === 'not-allowed')
          void client.invalidateQueries(sessionQueries.get())
      }),
    [client, saving],
  )
}
