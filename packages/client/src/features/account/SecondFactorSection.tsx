import type { AccountReply } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { showToast } from '../../lib/notices/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Account.module.css'
import { QrCode } from './QrCode.tsx'
import { accountMutations, accountQueries, useAccountChange } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** The second factor: set it up, create recovery codes, turn it off. */
export function SecondFactorSection({ account }: { readonly account: AccountReply }) {
  const { t } = useTranslation('account')
  const client = useQueryClient()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isTurningOff, setIsTurningOff] = useState(false)
  const begin = useMutation({ mutationFn: accountMutations.startTotp })
  const show = async ({ recoveryCodes }: { readonly recoveryCodes: readonly string[] }) => {
    setCodes(recoveryCodes)
    begin.reset()
    await client.invalidateQueries({ queryKey: accountQueries.get().queryKey, exact: true })
  }
  const renew = useMutation({ mutationFn: accountMutations.renewRecoveryCodes, onSuccess: show })
  const turnOff = useAccountChange(accountMutations.removeTotp, () => {
    setIsTurningOff(false)
    setCodes(null)
    showToast(t('secondFactorIsOff'))
  })
  return (
    <section aria-labelledby="account-second-factor">
      <h2 id="account-second-factor">{t('secondFactor')}</h2>
      <p className="muted">
        {account.hasSecondFactor
          ? t('secondFactorOn', { count: account.recoveryCodesLeft })
          : t('secondFactorAbout')}
      </p>
      <ErrorLine error={begin.error ?? renew.error} />
      {codes === null ? null : <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {account.hasSecondFactor ? (
        <div className={styles.line}>
          <Button isPending={renew.isPending} onPress={() => renew.mutate()}>
            {t('recoveryNew')}
          </Button>
          <Button look="danger" onPress={() => setIsTurningOff(true)}>
            {t('secondFactorTurnOff')}
          </Button>
        </div>
      ) : begin.data === undefined ? (
        <Button isPending={begin.isPending} onPress={() => begin.mutate()}>
          {t('secondFactorSetUp')}
        </Button>
      ) : (
        <FirstCode {...begin.data} onDone={show} onClose={() => begin.reset()} />
      )}
      {isTurningOff ? (
        <ConfirmDialog
          title={t('secondFactorOffTitle')}
          onClose={() => setIsTurningOff(false)}
          act={t('secondFactorTurnOff')}
          request={turnOff}
          onAct={() => turnOff.mutate(undefined)}
          about={t('secondFactorOffAbout')}
        />
      ) : null}
    </section>
  )
}

/** The secret for the app, and the first code, which proves that the app has it. */
function FirstCode({
  secret,
  uri,
  onDone,
  onClose,
}: {
  readonly secret: string
  readonly uri: string
  readonly onDone: (reply: { readonly recoveryCodes: readonly string[] }) => Promise<void>
  readonly onClose: () => void
}) {
  const { t } = useTranslation('account')
  const [code, setCode] = useState('')
  const confirm = useMutation({ mutationFn: () => accountMutations.confirmTotp(code), onSuccess: onDone })
  return (
    <Form className="form" onSubmit={() => code.trim() !== '' && confirm.mutate()}>
      <p>{t('secondFactorScan')}</p>
      <QrCode text={uri} label={t('qrCode')} />
      <CopyLine text={secret} />
      <ErrorLine error={confirm.error} />
      <TextField
        label={t('secondFactorCode')}
        value={code}
        onChange={setCode}
        code
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={10}
      />
      <div className={styles.line}>
        <Button look="primary" type="submit" isDisabled={code.trim() === ''} isPending={confirm.isPending}>
          {t('secondFactorTurnOn')}
        </Button>
        <Button onPress={onClose}>{t('common:cancel')}</Button>
      </div>
    </Form>
  )
}
