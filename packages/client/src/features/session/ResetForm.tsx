import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useNewPassword } from '../../components/use-new-password.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { sessionMutations, sessionQueries } from './queries.ts'
import styles from './SessionFrame.module.css'

/** Sets a new password with the code of a link. */
export function ResetForm({ code, onDone }: { readonly code: string; readonly onDone: () => void }) {
  const { t } = useTranslation('session')
  const [password, setPassword] = useState('')
  const whose = useQuery(sessionQueries.reset(code))
  const reset = useMutation({ mutationFn: () => sessionMutations.reset(code, password), onSuccess: onDone })
  const { isLong, isCommon, error, field } = useNewPassword({
    value: password,
    onChange: setPassword,
    check: (signal) => sessionMutations.checkResetPassword(code, password, signal),
    request: reset,
  })
  if (whose.data === undefined)
    return whose.error === null ? <Skeleton rows={2} /> : <ErrorLine error={whose.error} />
  return (
    <Form className={styles.form} noValidate onSubmit={() => isLong && !isCommon && reset.mutate()}>
      <ErrorLine error={error} />
      <p>{t('resetFor', { name: whose.data.name })}</p>
      <input type="text" hidden readOnly autoComplete="username" value={whose.data.name} />
      <PasswordField
        label={t('passwordNew')}
        hint={t('passwordHint')}
        {...field}
        isRequired
        autoFocus
        problem={password !== '' && !isLong ? t('passwordShort') : field.problem}
      />
      <Button look="primary" type="submit" isDisabled={!isLong} isPending={reset.isPending}>
        {t('passwordSet')}
      </Button>
    </Form>
  )
}
