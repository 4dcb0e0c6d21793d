import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { Select } from '../../ui/Select.tsx'
import styles from './Admin.module.css'
import { adminMutations, adminQueries } from './queries.ts'

const DAYS = [90, 365, 730, 1825, 3650]

/** How long the audit log is kept. */
export function AuditDays({ days }: { readonly days: number }) {
  const { t } = useTranslation('admin')
  const formats = useFormats()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: adminMutations.setAuditDays,
    onSuccess: () => {
      showToast(t('saved'))
      return client.invalidateQueries({ queryKey: adminQueries.overview().queryKey })
    },
    onError: useFailureToast(),
  })
  const all = DAYS.includes(days) ? DAYS : [...DAYS, days].sort((a, b) => a - b)
  return (
    <section className={styles.section}>
      <h2>{t('kept.title')}</h2>
      <div className={styles.line}>
        <Select
          label={t('kept.days')}
          value={String(days)}
          onChange={(id) => save.mutate(Number(id))}
          options={all.map((count) => ({
            id: String(count),
            name: formats.days(count),
          }))}
        />
      </div>
    </section>
  )
}
