import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { KeysScreen } from '../features/keys/KeysScreen.tsx'
import { projectQueries } from '../features/projects/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { AssignPlace } from '../features/tasks/AssignPlace.tsx'
import { editionOf } from '../lib/edition.ts'

export function KeysRoute() {
  const { project: slug } = useParams({ from: '/p/$project/keys' })
  const search = useSearch({ from: '/p/$project/keys' })
  const navigate = useNavigate({ from: '/p/$project/keys' })
  const { data: project } = useSuspenseQuery(projectQueries.get(slug))
  const isAlone = !editionOf(useQuery(sessionQueries.get()).data).hasAccounts
  return (
    <AssignPlace project={project} isAlone={isAlone}>
      <KeysScreen
        project={project}
        search={search}
        onSearch={(change) =>
          void navigate({ to: '/p/$project/keys', params: { project: slug }, search: change, replace: true })
        }
        onOpen={(key, language) =>
          void navigate({
            to: '/p/$project/translate/$language',
            params: { project: slug, language },
            search: { key },
          })
        }
        onReturn={() => void navigate({ to: '/p/$project/keys', params: { project: slug }, search: {} })}
      />
    </AssignPlace>
  )
}
