import type { OldAddressReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import styles from './OldAddresses.module.css'
import { oldAddressMutations } from './queries.ts'

export type RemoveOldAddressDialogProps = {
  readonly project: string
  readonly address: OldAddressReply
  readonly onRemoved: () => Promise<void>
  readonly onClose: () => void
}

/** Asks before removing a URL, because shipped apps get nothing from it afterwards. */
export function RemoveOldAddressDialog({
  project,
  address: { id, prefix },
  onRemoved,
  onClose,
}: RemoveOldAddressDialogProps) {
  const { t } = useTranslation(['settings', 'common'])
  const remove = useMutation({
    mutationFn: () => oldAddressMutations.remove(project, id),
    onSuccess: onRemoved,
  })
  return (
    <ConfirmDialog
      title={t('oldAddresses.removeTitle')}
      onClose={onClose}
      act={t('remove')}
      request={remove}
      about={t('oldAddresses.removeAbout')}
    >
      <code className={styles.prefix} dir="ltr">
        {prefix}
      </code>
    </ConfirmDialog>
  )
}
