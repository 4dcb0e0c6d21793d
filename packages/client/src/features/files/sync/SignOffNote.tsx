import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../../lib/access/access.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { accountQuery } from '../../../lib/server/account-query.ts'
import { useFailureToast } from '../../../lib/server/failure-text.ts'
import { sessionQuery } from '../../../lib/server/session-query.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { gitMutations } from '../queries.ts'
import styles from './Sync.module.css'

/** Asks people once whether commits with their texts are signed off in their name. */
export function SignOffNote() {
  const { t } = useTranslation('git')
  const client = useQueryClient()
  const { data: session } = useQuery(sessionQuery())
  const canWrite = useAccess().onSomeText('translations.save') === null
  // A visitor has no account to ask for.
  const isAsked = canWrite && session?.actor != null
  const { data } = useQuery({ ...accountQuery(), retry: false, enabled: isAsked })
  const agree = useMutation({
    mutationFn: gitMutations.signOff,
    onSuccess: (account) => {
      client.setQueryData(accountQuery().queryKey, account)
      showToast(t('signOffAgreed'))
    },
    onError: useFailureToast(),
  })
  if (!isAsked || data === undefined || data.signsOffSince !== null) return null
  return (
    <div className={styles.problem}>
      <Note
        tone="plain"
        action={
          <Button size="small" isPending={agree.isPending} onPress={() => agree.mutate()}>
            {t('signOffAgree')}
          </Button>
        }
      >
        {t('signOffNote')}
      </Note>
    </div>
  )
}
