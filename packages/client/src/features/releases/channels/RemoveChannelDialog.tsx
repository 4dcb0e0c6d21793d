import type { ChannelReply, ScheduledMoveReply } from '@dragoman/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx'
import { deliveryPath } from '../../../components/DeliverySnippet.tsx'
import { showToast } from '../../../lib/notices/toast.ts'
import { oldAddressesQuery } from '../../../lib/server/queries.ts'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { useMoveChannel } from '../moves/use-move-channel.ts'
import { releaseMutations } from '../queries.ts'
import { useReleaseWords } from '../release/use-release-words.ts'

export type RemoveChannelDialogProps = {
  readonly project: string
  readonly channel: ChannelReply
  /** The moves of it whose time has not come. */
  readonly scheduled: readonly ScheduledMoveReply[]
  readonly onClose: () => void
}

/** Asks before a channel is removed: apps that load it get nothing any more. */
export function RemoveChannelDialog({
  project,
  channel: { name },
  scheduled,
  onClose,
}: RemoveChannelDialogProps) {
  const { t } = useTranslation(['releases', 'common'])
  const words = useReleaseWords()
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
      {scheduled.length === 0 ? null : (
        <>
          <p>{t('removeScheduled')}</p>
          <ul>
            {scheduled.map(({ id, release, at }) => (
              <li key={id}>
                {words.ahead(at)} · {t('scheduled.to', { release: words.number(release) })}
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  )
}
