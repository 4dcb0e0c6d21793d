import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Shell } from '../app/shell/Shell.tsx'
import { projectQueries } from '../features/projects/queries.ts'
import { useProjectTitle } from '../lib/document-title.ts'
import { MessageSyntaxContext, syntaxQuery } from '../lib/message-syntax.ts'

export function ProjectRoute() {
  const { project } = useParams({ from: '/p/$project' })
  const { data } = useSuspenseQuery(projectQueries.get(project))
  useProjectTitle(data.name)
  const { data: syntax } = useSuspenseQuery(syntaxQuery(data.syntax))
  return (
    <MessageSyntaxContext value={syntax}>
      <Shell key={project} project={project} />
    </MessageSyntaxContext>
  )
}
