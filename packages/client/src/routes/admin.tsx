import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLoaderData, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AdminScreen } from '../features/admin/AdminScreen.tsx'
import { AuditLog } from '../features/audit/AuditLog.tsx'
import { sessionQueries } from '../features/session/queries.ts'
import { OwnIdContext } from '../lib/access/own-id.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Page } from '../ui/Page.tsx'
import { InsideLastProject } from './inside-last-project.tsx'

export function AdminRoute() {
  const { t } = useTranslation(['admin', 'common'])
  const { tab = 'people' } = useSearch({ from: '/admin' })
  const around = useLoaderData({ from: '/admin' })
  const navigate = useNavigate()
  const { data: session } = useSuspenseQuery(sessionQueries.get())
  return (
    <InsideLastProject around={around} title={t('title')}>
      {session.actor?.instanceRole === 'owner' ? (
        <OwnIdContext value={session.actor.id}>
          <AdminScreen
            tab={tab}
            onTab={(next) => void navigate({ to: '/admin', search: { tab: next }, replace: true })}
            audit={<AuditLog project={null} />}
          />
        </OwnIdContext>
      ) : (
        <Page title={t('title')}>
          <EmptyState
            title={t('ownersOnly')}
            action={<Link to="/projects">{t('common:screens.projects')}</Link>}
          >
            {t('ownersOnlyAbout')}
          </EmptyState>
        </Page>
      )}
    </InsideLastProject>
  )
}
