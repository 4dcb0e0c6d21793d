import type { WebhookReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
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
  const failureText = useFailureText()
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
      {remove.error === null ? null : (
        <div role="alert">
          <Note tone="error">{failureText(remove.error)}</Note>
        </div>
      )}
    </Dialog>
  )
}
