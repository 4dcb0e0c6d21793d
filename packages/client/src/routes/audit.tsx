import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuditLog } from '../features/audit/AuditLog.tsx'
import { useAccess } from '../lib/access/access.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Page } from '../ui/Page.tsx'

/** Changes to access rights in a project. */
export function AuditRoute() {
  const { t } = useTranslation(['audit', 'common'])
  const { project } = useParams({ from: '/p/$project/audit' })
  const refusal = useAccess().onProject('audit.read')
  return (
    <Page title={t('title')} about={t('aboutProject')}>
      {refusal === null ? (
        <AuditLog project={project} />
      ) : (
        <EmptyState
          title={t('notAllowed')}
          action={
            <Link to="/p/$project/overview" params={{ project }}>
              {t('common:screens.overview')}
            </Link>
          }
        >
          {refusal}
        </EmptyState>
      )}
    </Page>
  )
}
