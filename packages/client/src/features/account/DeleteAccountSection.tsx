import type { AccountReply, SessionReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { accountMutations } from './queries.ts'

/** Deletes the account. This cannot be undone, so it asks first and says what is kept. */
export function DeleteAccountSection({
  account,
  onDeleted,
}: {
  readonly account: AccountReply
  readonly onDeleted: (session: SessionReply) => void
}) {
  const { t } = useTranslation('account')
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation({ mutationFn: accountMutations.remove, onSuccess: onDeleted })
  return (
    <section aria-labelledby="account-delete">
      <h2 id="account-delete">{t('delete')}</h2>
      <p className="muted">{t('deleteAbout')}</p>
      <Button
        look="danger"
        refusal={account.isLastOwner ? t('failures:last-owner') : null}
        onPress={() => setIsAsking(true)}
      >
        {t('delete')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('deleteTitle')}
          onClose={() => setIsAsking(false)}
          act={t('delete')}
          size="normal"
          request={remove}
          about={t('deleteLoses')}
        />
      ) : null}
    </section>
  )
}
