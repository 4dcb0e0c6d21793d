import type { BackupFailureReply, BackupReply } from '@dragoman/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { useReadRequest } from '../../lib/server/use-read-request.ts'
import { useRefresh } from '../../lib/server/use-refresh.ts'
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
  const { data, error, refetch } = useQuery(adminQueries.backups())
  const [restoring, setRestoring] = useState<BackupReply | null>(null)
  const [removing, setRemoving] = useState<BackupReply | null>(null)
  const acts = useBackupActs()
  if (data === undefined) return <Loading error={error} onRetry={refetch} rows={4} height={44} />
  if (!data.isSupported) return <Note tone="plain">{t('backups.postgres')}</Note>
  return (
    <div className={styles.tab}>
      <div className={styles.line}>
        <Button look="primary" isPending={acts.make.isPending} onPress={() => acts.make.mutate()}>
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
            <BackupRow
              key={backup.name}
              backup={backup}
              acts={acts}
              onRestore={() => setRestoring(backup)}
              onRemove={() => setRemoving(backup)}
            />
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
      {removing === null ? null : <RemoveBackupDialog backup={removing} onClose={() => setRemoving(null)} />}
    </div>
  )
}

type BackupRowProps = {
  readonly backup: BackupReply
  readonly acts: ReturnType<typeof useBackupActs>
  readonly onRestore: () => void
  readonly onRemove: () => void
}

/** A backup, and what can be done with it. */
function BackupRow({ backup, acts: { verify, download }, onRestore, onRemove }: BackupRowProps) {
  const { t } = useTranslation('admin')
  const formats = useFormats()
  const size = useSizeWords()
  const time = formats.dateTime(backup.madeAt)
  return (
    <tr>
      <td>
        <time dateTime={backup.madeAt}>{time}</time>
      </td>
      <td className={table.number}>{size(backup.sizeBytes)}</td>
      <td className={styles.acts}>
        <Button
          size="small"
          look="quiet"
          aria-label={t('backups.verifyThis', { time })}
          isPending={verify.isPending && verify.variables === backup.name}
          onPress={() => verify.mutate(backup.name)}
        >
          {t('backups.verify')}
        </Button>
        <Button
          size="small"
          look="quiet"
          aria-label={t('backups.downloadThis', { time })}
          onPress={() => download.mutate(backup.name)}
        >
          {t('backups.download')}
        </Button>
        <Button size="small" look="quiet" aria-label={t('restore.title', { time })} onPress={onRestore}>
          {t('backups.restore')}
        </Button>
        <Button size="small" look="quiet" aria-label={t('backups.removeThis', { time })} onPress={onRemove}>
          {t('backups.remove')}
        </Button>
      </td>
    </tr>
  )
}

type RemoveBackupDialogProps = { readonly backup: BackupReply; readonly onClose: () => void }

/** Asks before a backup is deleted. */
function RemoveBackupDialog({ backup, onClose }: RemoveBackupDialogProps) {
  const { t } = useTranslation('admin')
  const formats = useFormats()
  const refresh = useRefresh(adminQueries.backups().queryKey)
  const time = formats.dateTime(backup.madeAt)
  const remove = useMutation({
    mutationFn: () => adminMutations.removeBackup(backup.name),
    onSuccess: () => {
      onClose()
      showToast(t('backups.removed', { time }))
      return refresh()
    },
  })
  return (
    <ConfirmDialog
      title={t('backups.removeTitle', { time })}
      about={t('backups.removeAbout')}
      act={t('backups.removeNow')}
      request={remove}
      onClose={onClose}
    />
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
  const onError = useFailureToast()
  const refresh = useRefresh(adminQueries.backups().queryKey)
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
  return { make, verify, download }
}
