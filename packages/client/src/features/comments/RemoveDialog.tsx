import type { CommentReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useActorName } from '../../components/ActorName.tsx'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { commentMutations } from './queries.ts'
import { firstWords } from './thread/first-words.ts'

/** Asks before removing a comment, which cannot be undone. */
export function RemoveDialog({
  comment,
  project,
  onClose,
  onDone,
}: {
  readonly comment: CommentReply
  readonly project: string
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { t } = useTranslation(['comments', 'common'])
  const actorName = useActorName()
  const remove = useMutation({
    mutationFn: () => commentMutations.remove(project, comment.id),
    onSuccess: () => {
      onDone()
      onClose()
    },
  })
  return (
    <Dialog
      title={t('remove.title')}
      isOpen
      onClose={onClose}
      size="small"
      role="alertdialog"
      actions={
        <Button look="danger" isPending={remove.isPending} onPress={() => remove.mutate()}>
          {t('item.remove')}
        </Button>
      }
    >
      <p>{t('remove.text', { name: actorName(comment.actor), text: firstWords(comment) })}</p>
      <ErrorLine error={remove.error} />
    </Dialog>
  )
}
