import type { BackupSettings } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import styles from './Admin.module.css'
import { adminMutations, adminQueries } from './queries.ts'

const HOURS = [null, 6, 24, 168]
const NAMES = new Map<number | null, 'never' | 'daily' | 'weekly'>([
  [null, 'never'],
  [24, 'daily'],
  [168, 'weekly'],
])
const KEPT = [1, 3, 7, 14, 30]

/** How often backups are created, and how many are kept. */
export function BackupSchedule({ settings }: { readonly settings: BackupSettings }) {
  const { t } = useTranslation('admin')
  const formats = useFormats()
  const client = useQueryClient()
  const [wanted, setWanted] = useState(settings)
  const save = useMutation({
    mutationFn: () => adminMutations.setBackups(wanted),
    onSuccess: () => {
      showToast(t('saved'))
      return client.invalidateQueries({ queryKey: adminQueries.backups().queryKey })
    },
    onError: useFailureToast(),
  })
  const hours = HOURS.includes(wanted.everyHours) ? HOURS : [...HOURS, wanted.everyHours]
  const kept = KEPT.includes(wanted.keep) ? KEPT : [...KEPT, wanted.keep]
  const isChanged = wanted.everyHours !== settings.everyHours || wanted.keep !== settings.keep
  return (
    <div className={styles.line}>
      <Select
        label={t('backups.every')}
        value={String(wanted.everyHours ?? 'never')}
        onChange={(id) => setWanted({ ...wanted, everyHours: id === 'never' ? null : Number(id) })}
        options={hours.map((count) => ({
          id: String(count ?? 'never'),
          name: t(`backups.${NAMES.get(count) ?? 'hours'}`, { count: count ?? 0 }),
        }))}
      />
      <Select
        label={t('backups.keep')}
        value={String(wanted.keep)}
        onChange={(id) => setWanted({ ...wanted, keep: Number(id) })}
        options={kept.map((count) => ({ id: String(count), name: formats.number(count) }))}
      />
      <Button isDisabled={!isChanged} isPending={save.isPending} onPress={() => save.mutate()}>
        {t('save')}
      </Button>
    </div>
  )
}
