import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FilesScreen } from '../features/files/FilesScreen.tsx'
import { projectQueries } from '../features/projects/queries.ts'

export function FilesRoute() {
  const { project } = useParams({ from: '/p/$project/files' })
  const { source } = useSearch({ from: '/p/$project/files' })
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(projectQueries.get(project))
  return (
    <FilesScreen
      project={data}
      source={source}
      onSource={(next) =>
        void navigate({
          to: '/p/$project/files',
          params: { project },
          search: { source: next },
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
