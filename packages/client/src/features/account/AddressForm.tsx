import type { AccountReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Note } from '../../ui/Note.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { accountMutations, useAccountChange } from './queries.ts'

export type AddressFormProps = { readonly account: AccountReply; readonly sendsEmail: boolean }

/** The email address: a new one takes effect when the link sent to it has been opened. */
export function AddressForm({ account, sendsEmail }: AddressFormProps) {
  const { t } = useTranslation('account')
  const present = account.address?.address ?? ''
  const [address, setAddress] = useState(present)
  const change = useAccountChange(accountMutations.setAddress)
  const typed = address.trim()
  // The address of an invitation has not been confirmed yet
  const canConfirm = sendsEmail && present !== '' && account.address?.isConfirmed === false
  const isUnconfirmed = canConfirm && typed === present
  // Keeping the present address discards the link that waits, which might be in a stranger’s mailbox
  const isCancel = account.waitingAddress !== null && typed === present && !isUnconfirmed
  const canSend = typed !== present || isUnconfirmed || isCancel
  const isFine = typed === '' || /^[^\s@]+@[^\s@]+$/.test(typed)
  return (
    <Form
      className="form"
      noValidate
      onSubmit={() => isFine && canSend && change.mutate(typed === '' ? null : typed)}
    >
      <ErrorLine error={change.error} />
      {account.waitingAddress === null ? null : (
        <Note tone="plain">{t('addressWaiting', { address: account.waitingAddress })}</Note>
      )}
      <TextField
        label={t('address')}
        hint={t(hintOf({ account, sendsEmail, isTyped: typed !== present }))}
        value={address}
        onChange={setAddress}
        type="email"
        dir="ltr"
        maxLength={LIMITS.addressMax}
        autoComplete="email"
        problem={isFine ? undefined : t('addressWrong')}
      />
      <Button type="submit" isDisabled={!isFine || !canSend} isPending={change.isPending}>
        {t(isUnconfirmed ? 'addressConfirm' : isCancel ? 'addressKeep' : 'addressChange')}
      </Button>
    </Form>
  )
}

/** Returns the text below the field. `isTyped`: another address than the present one is typed. */
function hintOf({ account, sendsEmail, isTyped }: AddressFormProps & { readonly isTyped: boolean }) {
  const isConfirmed = account.address?.isConfirmed === true
  if (!sendsEmail) return isConfirmed && !isTyped ? 'addressConfirmedNoMail' : 'addressNoMail'
  if (isConfirmed) return 'addressConfirmed'
  return account.address === null ? 'addressHint' : 'addressUnconfirmed'
}
