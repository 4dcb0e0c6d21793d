import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ActivityList } from '../features/activity/ActivityList.tsx'
import { projectQueries } from '../features/projects/queries.ts'
import { Page } from '../ui/Page.tsx'

export function ActivityRoute() {
  const { t } = useTranslation('activity')
  const { project } = useParams({ from: '/p/$project/activity' })
  const { operation } = useSearch({ from: '/p/$project/activity' })
  const navigate = useNavigate()
  const { data: details } = useSuspenseQuery(projectQueries.get(project))
  return (
    <Page title={t('title')} about={t('about')} width="narrow">
      <ActivityList
        project={project}
        languages={details.languages.map(({ tag }) => tag)}
        open={operation}
        onOpen={(id) =>
          void navigate({
            to: '/p/$project/activity',
            params: { project },
            search: id === undefined ? {} : { operation: id },
            replace: true,
            resetScroll: false,
          })
        }
      />
    </Page>
  )
}
