import type { OldAddressReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
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
    <Dialog
      title={t('oldAddresses.removeTitle')}
      isOpen
      onClose={onClose}
      role="alertdialog"
      size="small"
      actions={
        <Button look="danger" isPending={remove.isPending} onPress={() => remove.mutate()}>
          {t('remove')}
        </Button>
      }
    >
      <p>{t('oldAddresses.removeAbout')}</p>
      <code className={styles.prefix} dir="ltr">
        {prefix}
      </code>
      <ErrorLine error={remove.error} />
    </Dialog>
  )
}
