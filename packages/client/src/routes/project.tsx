import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { Shell } from '../app/shell/Shell.tsx'
import { VisitorShell } from '../app/shell/VisitorShell.tsx'
import { useOwnRightsNotice } from '../components/use-own-rights-notice.ts'
import { projectQueries } from '../features/projects/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { AccessContext, accessOf, visitorAccess } from '../lib/access/access.ts'
import { useProjectTitle } from '../lib/page/document-title.ts'
import { useSaving } from '../lib/saving/use-saving.ts'
import { fileLimitsQuery } from '../lib/server/queries.ts'
import { FileLimitsContext, limitsLookup } from '../lib/text/file-limits.ts'
import { MessageSyntaxContext, syntaxQuery } from '../lib/text/message-syntax.ts'

export function ProjectRoute() {
  const { project } = useParams({ from: '/p/$project' })
  const { data } = useSuspenseQuery(projectQueries.get(project))
  useProjectTitle(data.name)
  const { data: syntax } = useSuspenseQuery(syntaxQuery(data.syntax))
  const { data: files } = useQuery(fileLimitsQuery(project))
  const limitsOfFile = useMemo(
    () => limitsLookup(files ?? [], data.sourceLanguage),
    [files, data.sourceLanguage],
  )
  const { data: session } = useQuery(sessionQueries.get())
  useRightsAfterRefusal()
  useOwnRightsNotice(session?.actor, data.branchOf?.slug ?? project)
  const { sharing, branchOf } = data
  // Permissions in a translation branch are those in its project, even if it was opened after the person
  // signed in.
  const rightsOf = branchOf?.slug ?? project
  const isBranch = branchOf !== null
  const isVisitor = session?.actor === null
  const access = useMemo(() => {
    const own = isVisitor ? visitorAccess(sharing) : accessOf(session?.actor ?? null, rightsOf)
    return own && { ...own, isBranch }
  }, [isVisitor, sharing, session, rightsOf, isBranch])
  return (
    <AccessContext value={access}>
      <MessageSyntaxContext value={syntax}>
        <FileLimitsContext value={limitsOfFile}>
          {isVisitor ? (
            <VisitorShell key={project} project={data} />
          ) : (
            <Shell key={project} project={project} />
          )}
        </FileLimitsContext>
      </MessageSyntaxContext>
    </AccessContext>
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
