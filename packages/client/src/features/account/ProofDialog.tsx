import type { AccountReply } from '@dragoman/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { loadTexts } from '../../i18n/i18n.ts'
import { sessionQuery } from '../../lib/server/session-query.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { accountMutations, accountQueries } from './queries.ts'

/**
 * Returns how someone can prove who they are: only in ways that they have and that work here. Passkeys do not where
 * the server was opened by an IP address.
 */
function waysToProve(
  { hasPassword, passkeys }: Pick<AccountReply, 'hasPassword' | 'passkeys'>,
  canUsePasskeys: boolean,
): 'both' | 'password' | 'passkey' | 'none' {
  const hasPasskey = canUsePasskeys && passkeys.length > 0
  if (hasPassword) return hasPasskey ? 'both' : 'password'
  return hasPasskey ? 'passkey' : 'none'
}

/** Asks the person to prove their identity. `onEnd` receives whether they did. */
export function ProofDialog({ onEnd }: { readonly onEnd: (isProved: boolean) => void }) {
  const { t } = useTranslation('account')
  const { data: account } = useQuery(accountQueries.get())
  const [password, setPassword] = useState('')
  const prove = useMutation({
    mutationFn: () => accountMutations.prove(password),
    onSuccess: () => onEnd(true),
  })
  const passkey = useMutation({ mutationFn: accountMutations.provePasskey, onSuccess: () => onEnd(true) })
  const form = useId()
  useEffect(() => void loadTexts(['account', 'session', 'failures']), [])
  const { data: session } = useQuery(sessionQuery())
  const ways = account === undefined ? null : waysToProve(account, session?.passkeys === true)
  return (
    <Dialog
      title={t('proofTitle')}
      onClose={() => onEnd(false)}
      size="small"
      actions={
        <>
          {ways === 'both' || ways === 'passkey' ? (
            <Button isPending={passkey.isPending} onPress={() => passkey.mutate()}>
              {t('proofPasskey')}
            </Button>
          ) : null}
          {ways === 'both' || ways === 'password' ? (
            <Button
              look="primary"
              type="submit"
              form={form}
              isDisabled={password === ''}
              isPending={prove.isPending}
            >
              {t('proofConfirm')}
            </Button>
          ) : null}
        </>
      }
    >
      <Form id={form} className="form" noValidate onSubmit={() => password !== '' && prove.mutate()}>
        {ways === null ? null : <p>{t(`proofBy.${ways}`)}</p>}
        <ErrorLine error={prove.error ?? passkey.error} />
        {account === undefined ? <Skeleton rows={1} /> : null}
        {ways === 'both' || ways === 'password' ? (
          <PasswordField
            label={t('password')}
            value={password}
            onChange={setPassword}
            autoComplete="current-password"
            autoFocus
          />
        ) : null}
      </Form>
    </Dialog>
  )
}
