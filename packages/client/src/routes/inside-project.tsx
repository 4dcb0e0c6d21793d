import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { OpenProjectContext } from '../components/source-kinds.ts'
import { projectQueries } from '../features/projects/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { AccessContext, accessOf, visitorAccess } from '../lib/access/access.ts'
import { fileLimitsQuery } from '../lib/server/queries.ts'
import { FileLimitsContext, limitsLookup } from '../lib/text/file-limits.ts'
import { MessageSyntaxContext, syntaxQuery } from '../lib/text/message-syntax.ts'

/** Provides what everything inside a project needs: the person's rights, and how its texts are read. */
export function InsideProject({
  project,
  children,
}: {
  readonly project: string
  readonly children: ReactNode
}) {
  const { data } = useSuspenseQuery(projectQueries.get(project))
  const { data: syntax } = useSuspenseQuery(syntaxQuery(data))
  const { data: files } = useQuery(fileLimitsQuery(project))
  const limitsOfFile = useMemo(
    () => limitsLookup(files ?? [], data.sourceLanguage),
    [files, data.sourceLanguage],
  )
  const { data: session } = useQuery(sessionQueries.get())
  const { id, sharing, branchOf } = data
  // Permissions in a translation branch are those in its project, even if it was opened after the person
  // signed in.
  const rightsOf = branchOf?.id ?? id
  const isBranch = branchOf !== null
  const isVisitor = session?.actor === null
  const access = useMemo(() => {
    const own = isVisitor ? visitorAccess(sharing) : accessOf(session?.actor ?? null, rightsOf)
    return own && { ...own, isBranch }
  }, [isVisitor, sharing, session, rightsOf, isBranch])
  return (
    <AccessContext value={access}>
      <OpenProjectContext value={project}>
        <MessageSyntaxContext value={syntax}>
          <FileLimitsContext value={limitsOfFile}>{children}</FileLimitsContext>
        </MessageSyntaxContext>
      </OpenProjectContext>
    </AccessContext>
  )
}
