import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { FilesScreen } from '../features/files/FilesScreen.tsx'
import { projectQueries } from '../features/projects/queries.ts'

export function FilesRoute() {
  const { project } = useParams({ from: '/p/$project/files' })
  const { data } = useSuspenseQuery(projectQueries.get(project))
  return <FilesScreen project={data} />
}
