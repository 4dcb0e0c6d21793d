import type { BackupFailureReply, BackupReply } from '@dragoman/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { useReadRequest } from '../../lib/server/use-read-request.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Note } from '../../ui/Note.tsx'
import table from '../../ui/Table.module.css'
import { Table } from '../../ui/Table.tsx'
import styles from './Admin.module.css'
import { BackupSchedule } from './BackupSchedule.tsx'
import { adminMutations, adminQueries } from './queries.ts'
import { RestoreDialog } from './RestoreDialog.tsx'
import { useSizeWords } from './use-size-words.ts'

/** Backups: create, verify, download, delete and schedule them; and how to restore one. */
export function BackupsTab() {
  const { t } = useTranslation('admin')
  const formats = useFormats()
  const size = useSizeWords()
  const { data, error, refetch } = useQuery(adminQueries.backups())
  const [restoring, setRestoring] = useState<BackupReply | null>(null)
  const { make, verify, download, remove } = useBackupActs()
  const [toRemove, setToRemove] = useState<string | null>(null)
  if (data === undefined) return <Loading error={error} onRetry={refetch} rows={4} height={44} />
  if (!data.isSupported) return <Note tone="plain">{t('backups.postgres')}</Note>
  return (
    <div className={styles.tab}>
      <div className={styles.line}>
        <Button look="primary" isPending={make.isPending} onPress={() => make.mutate()}>
          {t('backups.make')}
        </Button>
      </div>
      <FailedBackup failure={data.failure} />
      <BackupSchedule key={JSON.stringify(data.settings)} settings={data.settings} />
      {data.backups.length === 0 ? (
        <EmptyState title={t('backups.none')} action={null}>
          {t('backups.noneAbout')}
        </EmptyState>
      ) : (
        <Table
          label={t('tab.backups')}
          columns={[
            { id: 'time', name: t('backups.time') },
            { id: 'size', name: t('backups.size'), isNumber: true },
            { id: 'acts', name: t('acts'), isActs: true },
          ]}
        >
          {data.backups.map((backup) => (
            <tr key={backup.name}>
              <td>
                <time dateTime={backup.madeAt}>{formats.dateTime(backup.madeAt)}</time>
              </td>
              <td className={table.number}>{size(backup.sizeBytes)}</td>
              <td className={styles.acts}>
                <Button
                  size="small"
                  look="quiet"
                  isPending={verify.isPending && verify.variables === backup.name}
                  onPress={() => verify.mutate(backup.name)}
                >
                  {t('backups.verify')}
                </Button>
                <Button size="small" look="quiet" onPress={() => download.mutate(backup.name)}>
                  {t('backups.download')}
                </Button>
                <Button size="small" look="quiet" onPress={() => setRestoring(backup)}>
                  {t('backups.restore')}
                </Button>
                {toRemove === backup.name ? (
                  <Button size="small" look="danger" onPress={() => remove.mutate(backup.name)}>
                    {t('backups.removeNow')}
                  </Button>
                ) : (
                  <Button size="small" look="quiet" onPress={() => setToRemove(backup.name)}>
                    {t('backups.remove')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {restoring === null ? null : (
        <RestoreDialog
          backup={restoring}
          command={data.restoreCommand.replace('{name}', restoring.name)}
          onClose={() => setRestoring(null)}
        />
      )}
    </div>
  )
}

/** Reports that the last automatic backup failed. */
function FailedBackup({ failure }: { readonly failure: BackupFailureReply | null }) {
  const { t } = useTranslation('admin')
  const formats = useFormats()
  if (failure === null) return null
  const time = formats.dateTime(failure.at)
  return (
    <Note tone="error">
      {t(failure.code === 'no-room' ? 'backups.noRoom' : 'backups.notWritten', { time })}
    </Note>
  )
}

/** Returns what can be done with backups. Each reports its result, or why it failed. */
function useBackupActs() {
  const { t } = useTranslation('admin')
  const formats = useFormats()
  const client = useQueryClient()
  const onError = useFailureToast()
  const refresh = () => client.invalidateQueries({ queryKey: ['admin', 'backups'] })
  const make = useMutation({
    mutationFn: adminMutations.makeBackup,
    onSuccess: () => {
      showToast(t('backups.made'))
      return refresh()
    },
    onError,
  })
  const verify = useReadRequest({
    mutationFn: adminMutations.verifyBackup,
    onSuccess: ({ isWhole, projects, people }) =>
      isWhole
        ? showToast(
            t('backups.whole', { projects: formats.number(projects), people: formats.number(people) }),
          )
        : showToast(t('backups.damaged'), { tone: 'problem' }),
    onError,
  })
  const download = useReadRequest({ mutationFn: adminMutations.downloadBackup, onError })
  const remove = useMutation({ mutationFn: adminMutations.removeBackup, onSuccess: refresh, onError })
  return { make, verify, download, remove }
}
