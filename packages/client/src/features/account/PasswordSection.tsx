import type { AccountReply } from '@dragoman/contract'

import { LIMITS } from '@dragoman/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useNewPassword } from '../../components/use-new-password.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFields } from '../../lib/use-fields.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { accountMutations, accountQueries, useAccountChange } from './queries.ts'

/** Changes the password, or sets the first one. */
export function PasswordSection({ account }: { readonly account: AccountReply }) {
  const { t } = useTranslation('account')
  const { fields, bind, set } = useFields({ current: '', next: '' })
  const { current, next } = fields
  const client = useQueryClient()

  const change = useAccountChange(
    () => accountMutations.setPassword(account.hasPassword ? current : null, next),
    () => {
      set({ current: '', next: '' })
      showToast(t('passwordChanged'))
      // The others have ended.
      void client.invalidateQueries({ queryKey: accountQueries.sessions().queryKey })
    },
  )
  const { isLong, isCommon, error, field } = useNewPassword({
    ...bind('next'),
    check: (signal) => accountMutations.checkPassword(next, signal),
    request: change,
  })
  return (
    <section aria-labelledby="account-password">
      <h2 id="account-password">{t('password')}</h2>
      <p className="muted">{t(account.hasPassword ? 'passwordAbout' : 'passwordNone')}</p>
      <Form className="form" noValidate onSubmit={() => isLong && !isCommon && change.mutate(undefined)}>
        <input type="text" hidden readOnly autoComplete="username" value={account.name} />
        <ErrorLine error={error} />
        {account.hasPassword ? (
          <PasswordField
            label={t('passwordCurrent')}
            {...bind('current')}
            maxLength={LIMITS.passwordMax}
            autoComplete="current-password"
          />
        ) : null}
        <PasswordField
          label={t('passwordNew')}
          hint={t('passwordHint')}
          {...field}
          problem={next !== '' && !isLong ? t('passwordShort') : field.problem}
        />
        <Button
          type="submit"
          isDisabled={!isLong || (account.hasPassword && current === '')}
          isPending={change.isPending}
        >
          {t(account.hasPassword ? 'passwordChange' : 'passwordSet')}
        </Button>
      </Form>
    </section>
  )
}
