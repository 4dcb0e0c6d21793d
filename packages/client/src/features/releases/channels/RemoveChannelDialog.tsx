import type { ChannelReply } from '@dragoman/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx'
import { deliveryPath } from '../../../components/DeliverySnippet.tsx'
import { showToast } from '../../../lib/notices/toast.ts'
import { oldAddressesQuery } from '../../../lib/server/queries.ts'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { useMoveChannel } from '../moves/use-move-channel.ts'
import { releaseMutations } from '../queries.ts'

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
  const { data } = useQuery(oldAddressesQuery(project))
  const oldAddresses = data?.addresses.filter(({ channel }) => channel === name) ?? []
  return (
    <ConfirmDialog
      title={t('removeTitle', { name })}
      onClose={onClose}
      act={t('remove')}
      size="normal"
      request={remove}
      about={t('removeAbout')}
    >
      <CopyLine text={`${location.origin}${deliveryPath(project, name)}`} />
      {oldAddresses.length === 0 ? null : (
        <>
          <p>{t('removeOldAddresses')}</p>
          <ul>
            {oldAddresses.map(({ id, prefix }) => (
              <li key={id}>
                <code dir="ltr">{prefix}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  )
}
