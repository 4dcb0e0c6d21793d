import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Activity.module.css'
import { groupByDay } from './group-by-day.ts'
import { OperationDetails } from './OperationDetails.tsx'
import { OperationLine } from './OperationLine.tsx'
import { activityQueries } from './queries.ts'

export type ActivityListProps = {
  readonly project: string
  readonly open: number | undefined
  readonly onOpen: (operation: number | undefined) => void
}

/** Operations by day; one can be opened to see its changes and undo them. */
export function ActivityList({ project, open, onOpen }: ActivityListProps) {
  const { t } = useTranslation('activity')
  const formats = useFormats()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(activityQueries.list(project))

  if (data === undefined)
    return error === null ? <Skeleton rows={8} height={44} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const operations = data.pages.flatMap((page) => page.operations)
  if (operations.length === 0) return <EmptyState title={t('none')}>{t('noneAbout')}</EmptyState>

  const isElsewhere = open !== undefined && !operations.some(({ id }) => id === open)

  return (
    <>
      {isElsewhere ? (
        <section className={`${styles.day} ${styles.card}`}>
          <OperationDetails project={project} id={open} />
        </section>
      ) : null}
      {groupByDay(operations).map(({ day, operations: ofDay }) => (
        <section key={day} className={styles.day}>
          <h2>{formats.day(ofDay[0]?.at ?? '')}</h2>
          <ul className={styles.card}>
            {ofDay.map((operation) => (
              <li key={operation.id}>
                <button
                  type="button"
                  className={styles.opener}
                  aria-expanded={open === operation.id}
                  onClick={() => onOpen(open === operation.id ? undefined : operation.id)}
                >
                  <OperationLine operation={operation} when={formats.time(operation.at)}>
                    <ChevronDown className={styles.arrow} aria-hidden="true" />
                  </OperationLine>
                </button>
                {open === operation.id ? <OperationDetails project={project} id={operation.id} /> : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage ? (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </>
  )
}
