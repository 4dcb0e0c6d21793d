import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'

/** Links to the audit log, for people who can read it. */
export function AuditLink({ project }: { readonly project: string }) {
  const { t } = useTranslation('settings')
  if (useAccess().onProject('audit.read') !== null) return null
  return (
    <section>
      <h2>{t('audit')}</h2>
      <p>
        <Link to="/p/$project/audit" params={{ project }}>
          {t('auditOpen')}
        </Link>
      </p>
    </section>
  )
}
