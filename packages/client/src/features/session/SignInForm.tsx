import { isFailure, type SessionReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useFields } from '../../lib/use-fields.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { sessionMutations } from './queries.ts'
import { SecondFactorForm } from './SecondFactorForm.tsx'
import styles from './SessionFrame.module.css'

export type SignInFormProps = {
  readonly passkeys: boolean
  readonly onDone: (session: SessionReply) => void
  readonly onForgot: (name: string) => void
}

/** Name or address and password, then the second factor if there is one; or a passkey alone. */
export function SignInForm({ passkeys, onDone, onForgot }: SignInFormProps) {
  const { t } = useTranslation('session')
  const { fields, bind, set } = useFields({ name: '', password: '' })
  const { name, password } = fields
  const [isTried, setIsTried] = useState(false)
  const [isAskingCode, setIsAskingCode] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const signIn = useMutation({
    mutationFn: () => sessionMutations.signIn(name.trim(), password),
    onSuccess: onDone,
    onError: (error) => {
      if (isFailure(error, 'second-factor-needed')) setIsAskingCode(true)
      else passwordField.current?.select()
    },
  })
  const isNameMissing = name.trim() === ''
  const isPasswordMissing = password === ''

  if (isAskingCode)
    return (
      <SecondFactorForm
        onDone={onDone}
        onBack={() => {
          setIsAskingCode(false)
          set({ password: '' })
          signIn.reset()
        }}
      />
    )
  return (
    <Form
      className={styles.form}
      noValidate
      onSubmit={() => {
        setIsTried(true)
        const missing = isNameMissing ? nameField : isPasswordMissing ? passwordField : null
        if (missing === null) signIn.mutate()
        else missing.current?.focus()
      }}
    >
      <ErrorLine error={signIn.error} />
      <TextField
        label={t('nameOrAddress')}
        {...bind('name')}
        isRequired
        autoComplete="username webauthn"
        autoFocus
        inputRef={nameField}
        problem={isTried && isNameMissing ? t('nameMissing') : undefined}
      />
      <PasswordField
        label={t('password')}
        {...bind('password')}
        isRequired
        autoComplete="current-password"
        inputRef={passwordField}
        problem={isTried && isPasswordMissing ? t('passwordMissing') : undefined}
      />
      <div className={styles.choices}>
        <Button look="primary" type="submit" isPending={signIn.isPending}>
          {t('signIn')}
        </Button>
        {passkeys ? <PasskeySignIn onDone={onDone} /> : null}
        <Button look="quiet" onPress={() => onForgot(name.trim())}>
          {t('forgot')}
        </Button>
      </div>
    </Form>
  )
}
