import type { BackupReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'

/** How to replace the data with a backup, and what is lost; a running server cannot do it itself. */
export function RestoreDialog({
  backup,
  command,
  onClose,
}: {
  readonly backup: BackupReply
  readonly command: string
  readonly onClose: () => void
}) {
  const { t } = useTranslation('admin')
  const formats = useFormats()
  const time = formats.dateTime(backup.madeAt)
  return (
    <Dialog
      title={t('restore.title', { time })}
      onClose={onClose}
      actions={null}
      cancelLabel={t('restore.close')}
    >
      <Note tone="warning">{t('restore.lost', { time })}</Note>
      <p>{t('restore.how')}</p>
      <CopyLine text={command} />
      <p>{t('restore.elsewhere')}</p>
      <p>{t('restore.after')}</p>
    </Dialog>
  )
}
