import type { PersonReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { useEndedInvitations } from '../../components/use-ended-invitations.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { adminMutations } from './queries.ts'

/** Deletes an account. This cannot be undone, so it asks first and says what is kept. */
export function RemovePersonDialog({
  person,
  onClose,
  onRemoved,
}: {
  readonly person: PersonReply
  readonly onClose: () => void
  readonly onRemoved: () => Promise<void>
}) {
  const { t } = useTranslation('admin')
  const withEnded = useEndedInvitations()
  const { name } = person
  const remove = useMutation({
    mutationFn: () => adminMutations.removePerson(person.id),
    onSuccess: async ({ endedInvitations: count }) => {
      onClose()
      showToast(withEnded(t('people.removed', { name }), count))
      await onRemoved()
    },
  })
  return (
    <ConfirmDialog
      title={t('people.removeTitle', { name })}
      about={t('people.removeAbout')}
      act={t('people.removeNow')}
      request={remove}
      onClose={onClose}
    />
  )
}
