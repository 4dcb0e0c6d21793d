import type { WebhookReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
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
    <Dialog
      title={t('removeTitle')}
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
      <p>{t('removeAbout', { name: new URL(webhook.url).host })}</p>
      <ErrorLine error={remove.error} />
    </Dialog>
  )
}
