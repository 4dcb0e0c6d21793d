import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ProjectNotFoundPage } from '../app/ProjectNotFoundPage.tsx'
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
import { useRenamedProject } from './use-renamed-project.ts'

export function ProjectRoute() {
  const { project } = useParams({ from: '/p/$project' })
  const { data, error } = useSuspenseQuery(projectQueries.get(project))
  useProjectTitle(data.name)
  const { data: session } = useQuery(sessionQueries.get())
  useNewsAfterRefusal(project)
  // Visitors have no list of projects to find it in.
  const isGone = useRenamedProject(data, session?.actor == null ? null : error)
  useEffect(() => rememberProject(project), [project])
  useOwnRightsNotice(session?.actor, data.branchOf ?? data)
  // An owner of the server has access to all projects: it was deleted. Other people see a note above what they typed,
  // and so does everyone on a translation branch that has ended.
  const isDeleted = isGone && session?.actor?.instanceRole === 'owner' && data.branchOf === null
  if (isDeleted) return <ProjectNotFoundPage project={project} />
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
 * Reloads what differs from what is shown when the server has refused a save: the person's permissions, or the
 * project, which can have another URL name.
 */
function useNewsAfterRefusal(project: string): void {
  const client = useQueryClient()
  const saving = useSaving()
  useEffect(
    () =>
      saving.onEnd(({ outcome }) => {
        if (outcome.kind === 'refused' && outcome.code === 'not-allowed')
          void client.invalidateQueries(sessionQueries.get())
        if (outcome.kind === 'refused' && outcome.code === 'not-found')
          void client.invalidateQueries({ queryKey: projectQueries.get(project).queryKey })
      }),
    [client, saving, project],
  )
}
