import { definedOf, OPERATION_KINDS } from '@dragoman/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ActivityList } from '../features/activity/ActivityList.tsx'
import type { ActivityFilter } from '../features/activity/queries.ts'
import { projectQueries } from '../features/projects/queries.ts'
import { Page } from '../ui/Page.tsx'

export function ActivityRoute() {
  const { t } = useTranslation('activity')
  const { project } = useParams({ from: '/p/$project/activity' })
  const search = useSearch({ from: '/p/$project/activity' })
  const navigate = useNavigate()
  const { data: details } = useSuspenseQuery(projectQueries.get(project))
  const languages = details.languages.map(({ tag }) => tag)
  const filter = filterOf(search, languages)
  const show = (next: ActivityFilter, operation: number | undefined) =>
    void navigate({
      to: '/p/$project/activity',
      params: { project },
      search: { ...next, ...(operation === undefined ? {} : { operation }) },
      replace: true,
      resetScroll: false,
    })
  return (
    <Page title={t('title')} about={t('about')} width="narrow">
      <ActivityList
        project={project}
        languages={languages}
        filter={filter}
        onFilter={(next) => show(next, search.operation)}
        open={search.operation}
        onOpen={(operation) => show(filter, operation)}
      />
    </Page>
  )
}

type FilterSearch = { readonly [name in keyof ActivityFilter]?: string }

/** Returns the filter of a URL, without languages and kinds that do not exist. */
function filterOf(search: FilterSearch, languages: readonly string[]): ActivityFilter {
  const kind = OPERATION_KINDS.find((one) => one === search.kind)
  const language = languages.find((one) => one === search.language)
  return definedOf({ actor: search.actor, language, kind })
}
