import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Shell } from '../app/shell/Shell.tsx'
import { projectQueries } from '../features/projects/queries.ts'
import { MessageSyntaxContext, syntaxQuery } from '../lib/message-syntax.ts'

export function ProjectRoute() {
  const { project } = useParams({ from: '/p/$project' })
  const { data } = useSuspenseQuery(projectQueries.get(project))
  const { data: syntax } = useSuspenseQuery(syntaxQuery(data.syntax))
  return (
    <MessageSyntaxContext value={syntax}>
      <Shell key={project} project={project} />
    </MessageSyntaxContext>
  )
}
