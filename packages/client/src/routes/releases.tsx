import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { projectQueries } from '../features/projects/queries.ts'
import { ReleasesScreen } from '../features/releases/ReleasesScreen.tsx'
import { sessionQueries } from '../features/session/queries.ts'

/** The releases of a project and the channels that apps load; the comparison is in the URL. */
export function ReleasesRoute() {
  const { project: slug } = useParams({ from: '/p/$project/releases' })
  const { from, to } = useSearch({ from: '/p/$project/releases' })
  const navigate = useNavigate()
  const { data: project } = useSuspenseQuery(projectQueries.get(slug))
  const { data: session } = useSuspenseQuery(sessionQueries.get())
  return (
    <ReleasesScreen
      project={project}
      delivery={session.delivery}
      asked={{ from: from === 0 ? 'nothing' : from, to }}
      onCompare={(comparison) =>
        void navigate({
          to: '/p/$project/releases',
          params: { project: slug },
          search: {
            ...(comparison.from === 'nothing' ? { from: 0 } : {}),
            ...(typeof comparison.from === 'number' ? { from: comparison.from } : {}),
            ...(typeof comparison.to === 'number' ? { to: comparison.to } : {}),
          },
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
