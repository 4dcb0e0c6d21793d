import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { projectQueries } from '../features/projects/queries.ts'
import { TasksScreen } from '../features/tasks/TasksScreen.tsx'

/** The tasks of a project; which of them are shown is in the URL. */
export function TasksRoute() {
  const { project: slug } = useParams({ from: '/p/$project/tasks' })
  const { list = 'open' } = useSearch({ from: '/p/$project/tasks' })
  const navigate = useNavigate()
  const { data: project } = useSuspenseQuery(projectQueries.get(slug))
  return (
    <TasksScreen
      project={project}
      shown={list}
      onShown={(next) =>
        void navigate({
          to: '/p/$project/tasks',
          params: { project: slug },
          search: next === 'open' ? {} : { list: next },
        })
      }
    />
  )
}
