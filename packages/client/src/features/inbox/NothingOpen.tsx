import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './Inbox.module.css'
import { type InboxState, inboxQueries } from './queries.ts'

const SHOWN = 2

/** Shown if nothing needs the person: where most work is left. */
export function NothingOpen({ state }: { readonly state: InboxState }) {
  const { t } = useTranslation('inbox')
  const formats = useFormats()
  const { data } = useQuery(inboxQueries.projects())
  if (state !== 'open') return <EmptyState title={t(`empty.${state}`)} />
  const left = (data ?? [])
    .map((project) => ({
      ...project,
      left: Math.round(project.keys * project.languages * (1 - project.done)),
    }))
    .filter((project) => project.left > 0)
    .sort((a, b) => b.left - a.left)
    .slice(0, SHOWN)
  return (
    <EmptyState title={t('empty.open')}>
      {left.length === 0 ? null : (
        <ul className={styles.queues}>
          {left.map((project) => (
            <li key={project.slug}>
              <Link to="/p/$project/overview" params={{ project: project.slug }}>
                <bdi>{project.name}</bdi>
              </Link>{' '}
              {t('empty.left', { count: project.left, shown: formats.number(project.left) })}
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  )
}
