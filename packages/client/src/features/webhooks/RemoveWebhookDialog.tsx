import type { WebhookReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { webhookMutations } from './queries.ts'

export type RemoveWebhookDialogProps = {
  readonly project: string
  readonly webhook: WebhookReply
  readonly onRemoved: () => Promise<void>
  readonly onClose: () => void
}

/** Asks before a webhook is removed with its secret and deliveries. */
export function RemoveWebhookDialog({ project, webhook, onRemoved, onClose }: RemoveWebhookDialogProps) {
  const { t } = useTranslation(['webhooks', 'common'])
  const remove = useMutation({
    mutationFn: () => webhookMutations.remove(project, webhook.id),
    onSuccess: onRemoved,
  })
  return (
    <ConfirmDialog
      title={t('removeTitle')}
      onClose={onClose}
      act={t('remove')}
      request={remove}
      about={t('removeAbout', { name: new URL(webhook.url).host })}
    />
  )
}
