import { isFailure, type SessionReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { sessionMutations } from './queries.ts'
import styles from './SessionFrame.module.css'

/** After the password: a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({
  onDone,
  onBack,
}: {
  readonly onDone: (session: SessionReply) => void
  readonly onBack: () => void
}) {
  const { t } = useTranslation('session')
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const proceed = useMutation({
    mutationFn: () => sessionMutations.secondFactor(code),
    onSuccess: onDone,
    onError: () => field.current?.select(),
  })
  return (
    <Form
      className={styles.form}
      noValidate
      onSubmit={() => {
        if (code.trim() === '') field.current?.focus()
        else proceed.mutate()
      }}
    >
      <ErrorLine error={proceed.error} />
      <TextField
        label={t('secondFactorCode')}
        hint={t('secondFactorHint')}
        value={code}
        onChange={setCode}
        code
        isRequired
        autoComplete="one-time-code"
        autoFocus
        maxLength={100}
        inputRef={field}
      />
      <div className={styles.choices}>
        <Button look="primary" type="submit" isPending={proceed.isPending}>
          {t('proceed')}
        </Button>
        <Button look="quiet" onPress={onBack}>
          {t(isFailure(proceed.error, 'sign-in-again') ? 'signInAgain' : 'back')}
        </Button>
      </div>
    </Form>
  )
}
