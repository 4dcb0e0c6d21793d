import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { Loading } from '../../ui/Loading.tsx'
import styles from './Admin.module.css'
import { AuditDays } from './AuditDays.tsx'
import { Changes } from './Changes.tsx'
import { MailTest } from './MailTest.tsx'
import { adminQueries } from './queries.ts'
import { useSizeWords } from './use-size-words.ts'

/** The state of the installation: health, email, retention, and what this version changed. */
export function SystemTab() {
  const { t } = useTranslation('admin')
  const formats = useFormats()
  const size = useSizeWords()
  const { data, error, refetch } = useQuery(adminQueries.overview())
  if (data === undefined) return <Loading error={error} onRetry={refetch} rows={6} height={36} />
  const facts = [
    ['version', data.version],
    ['node', data.node],
    ['started', formats.dateTime(data.startedAt)],
    [
      'database',
      `${data.database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'} · ${t(data.database.isReady ? 'system.ready' : 'system.notReady')}`,
    ],
    ['free', data.freeBytes === null ? t('system.unknown') : size(data.freeBytes)],
    ['memory', size(data.memoryBytes)],
    ['mail', t(data.isMailConfigured ? 'system.mailOn' : 'system.mailOff')],
  ] as const
  return (
    <div className={styles.tab}>
      <section className={styles.section}>
        <h2>{t('system.health')}</h2>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{t(`system.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <MailTest isConfigured={data.isMailConfigured} />
      <AuditDays key={data.auditDays} days={data.auditDays} />
      <Changes version={data.version} />
    </div>
  )
}
