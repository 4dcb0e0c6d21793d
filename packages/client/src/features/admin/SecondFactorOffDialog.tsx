import type { PersonReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { showToast } from '../../lib/notices/toast.ts'
import { adminMutations } from './queries.ts'

/** Turns off the second factor of someone who lost it. The identity is verified outside of Dragoman, so it asks first. */
export function SecondFactorOffDialog({
  person: { id, name },
  onClose,
  onDone,
}: {
  readonly person: Pick<PersonReply, 'id' | 'name'>
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}) {
  const { t } = useTranslation('admin')
  const turnOff = useMutation({
    mutationFn: () => adminMutations.removeTotp(id),
    onSuccess: async () => {
      onClose()
      showToast(t('people.factorDone', { name }))
      await onDone()
    },
  })
  return (
    <ConfirmDialog
      title={t('people.factorTitle', { name })}
      about={t('people.factorAbout', { name })}
      act={t('people.factorNow')}
      request={turnOff}
      onClose={onClose}
    />
  )
}
