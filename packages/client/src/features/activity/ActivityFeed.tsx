import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useActorName } from '../../components/ActorName.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { isTypingOutside } from '../../lib/focus/focus-places.ts'
import { Loading } from '../../ui/Loading.tsx'
import styles from './Activity.module.css'
import { nameOperation } from './describe-operation.ts'
import { FeedUndo } from './FeedUndo.tsx'
import { countStrings, groupWords, lineKey } from './group-by-day.ts'
import { OperationLine } from './OperationLine.tsx'
import { activityQueries } from './queries.ts'

/** The most recent activity in short form; consecutive saves of a person are one line. */
export function ActivityFeed({ project }: { readonly project: string }) {
  const { t } = useTranslation('activity')
  const formats = useFormats()
  const actorName = useActorName()
  const feed = useRef<HTMLUListElement>(null)
  const { data, error, refetch } = useQuery(activityQueries.latest(project))
  if (data === undefined) return <Loading error={error} onRetry={refetch} rows={3} />
  if (data.groups.length === 0) return <p className="muted">{t('none')}</p>
  return (
    <>
      <ul className={styles.feed} ref={feed} tabIndex={-1}>
        {data.groups.map((group) => {
          const [newest] = group
          if (newest === undefined) return null
          const language = formats.languageName(newest.summary.languages[0] ?? 'und')
          const what =
            group.length > 1
              ? t(groupWords(newest), { count: countStrings(group), language })
              : nameOperation(newest, t, formats)
          return (
            <li key={lineKey(group)} className={styles.line}>
              <OperationLine
                operation={newest}
                when={formats.relative(newest.at)}
                {...(group.length > 1 ? { what } : {})}
              >
                <FeedUndo
                  project={project}
                  group={group}
                  what={`${actorName(newest.actor)}: ${what}`}
                  onUndone={() => isTypingOutside(feed.current) || feed.current?.focus()}
                />
              </OperationLine>
            </li>
          )
        })}
      </ul>
      <p>
        <Link to="/p/$project/activity" params={{ project }}>
          {t('all')}
        </Link>
      </p>
    </>
  )
}
