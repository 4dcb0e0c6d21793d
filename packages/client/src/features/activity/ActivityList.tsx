import type { ActorReply, OperationReply } from '@dragoman/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MoreButton } from '../../components/MoreButton.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import styles from './Activity.module.css'
import { ActivityFilters } from './ActivityFilters.tsx'
import { GroupItem } from './GroupItem.tsx'
import { groupByDay, lineKey } from './group-by-day.ts'
import { OperationDetails } from './OperationDetails.tsx'
import { type ActivityFilter, activityQueries } from './queries.ts'

export type ActivityListProps = {
  readonly project: string
  readonly languages: readonly string[]
  readonly filter: ActivityFilter
  readonly onFilter: (filter: ActivityFilter) => void
  readonly open: number | undefined
  readonly onOpen: (operation: number | undefined) => void
}

/** Returns those who are listed, and those of the operations shown: the list has only those of the newest ones. */
function actorsOf(
  listed: readonly ActorReply[],
  groups: readonly (readonly OperationReply[])[],
): readonly ActorReply[] {
  const idOf = ({ id, name }: ActorReply) => id ?? name
  const known = new Map(groups.flat().map(({ actor }) => [idOf(actor), actor]))
  for (const one of listed) known.delete(idOf(one))
  return [...listed, ...known.values()]
}

/** Operations by day; each can be opened to see its changes and undo them. */
export function ActivityList({ project, languages, filter, onFilter, open, onOpen }: ActivityListProps) {
  const { t } = useTranslation('activity')
  const formats = useFormats()
  const list = useInfiniteQuery({
    ...activityQueries.groups(project, filter),
    placeholderData: keepPreviousData,
  })
  const { data, error, refetch } = list
  const actors = useQuery(activityQueries.actors(project))

  if (data === undefined) return <Loading error={error} onRetry={refetch} rows={8} height={44} />
  const groups = data.pages.flatMap((page) => page.groups)
  const isFiltered = Object.keys(filter).length > 0
  if (groups.length === 0 && !isFiltered)
    return (
      <EmptyState title={t('none')} action={null}>
        {t('noneAbout')}
      </EmptyState>
    )

  const isElsewhere = open !== undefined && !groups.some((group) => group.some(({ id }) => id === open))

  return (
    <>
      <ActivityFilters
        filter={filter}
        actors={actorsOf(actors.data?.actors ?? [], groups)}
        languages={languages}
        onChange={onFilter}
      />
      {groups.length === 0 ? (
        <EmptyState
          title={t('noneFound')}
          action={<Button onPress={() => onFilter({})}>{t('clearFilter')}</Button>}
        >
          {t('noneFoundAbout')}
        </EmptyState>
      ) : null}
      {isElsewhere ? (
        <section className={`${styles.day} ${styles.card}`}>
          <OperationDetails project={project} id={open} />
        </section>
      ) : null}
      {groupByDay(groups).map(({ day, groups: ofDay }) => (
        <section key={day} className={styles.day}>
          <h2>{formats.day(ofDay[0]?.[0]?.at ?? '')}</h2>
          <ul className={styles.card}>
            {ofDay.map((group) => (
              <li key={lineKey(group)}>
                <GroupItem project={project} group={group} open={open} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <MoreButton list={list}>{t('more')}</MoreButton>
    </>
  )
}
