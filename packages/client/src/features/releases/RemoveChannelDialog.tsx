import type { ChannelReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deliveryPath } from '../../components/DeliverySnippet.tsx'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { showToast } from '../../lib/notices/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { releaseMutations } from './queries.ts'
import { useMoveChannel } from './use-move-channel.ts'

export type RemoveChannelDialogProps = {
  readonly project: string
  readonly channel: ChannelReply
  readonly onClose: () => void
}

/** Asks before a channel is removed: apps that load it get nothing any more. */
export function RemoveChannelDialog({ project, channel: { name }, onClose }: RemoveChannelDialogProps) {
  const { t } = useTranslation(['releases', 'common'])
  const { refresh } = useMoveChannel(project)
  const remove = useMutation({
    mutationFn: () => releaseMutations.removeChannel(project, name),
    onSuccess: async () => {
      await refresh()
      showToast(t('said.removed', { name }))
      onClose()
    },
  })
  return (
    <Dialog
      title={t('removeTitle', { name })}
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={
        <Button look="danger" isPending={remove.isPending} onPress={() => remove.mutate()}>
          {t('remove')}
        </Button>
      }
    >
      <p>{t('removeAbout')}</p>
      <CopyLine text={`${location.origin}${deliveryPath(project, name)}`} />
      <ErrorLine error={remove.error} />
    </Dialog>
  )
}
