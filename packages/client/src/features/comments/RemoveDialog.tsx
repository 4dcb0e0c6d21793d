import type { CommentReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useActorName } from '../../components/ActorName.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { commentMutations, useRefreshComments } from './queries.ts'
import { firstWords } from './thread/first-words.ts'

/** Asks before removing a comment, which cannot be undone. */
export function RemoveDialog({
  comment,
  project,
  onClose,
}: {
  readonly comment: CommentReply
  readonly project: string
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['comments', 'common'])
  const actorName = useActorName()
  const refresh = useRefreshComments(project)
  const remove = useMutation({
    mutationFn: () => commentMutations.remove(project, comment.id),
    onSuccess: () => {
      void refresh()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('remove.title')}
      onClose={onClose}
      act={t('item.remove')}
      request={remove}
      about={t('remove.text', { name: actorName(comment.actor), text: firstWords(comment) })}
    />
  )
}
