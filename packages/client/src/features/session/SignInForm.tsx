import type { SessionReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { sessionMutations } from './queries.ts'
import styles from './SessionFrame.module.css'
import { ErrorNote } from './SetupForm.tsx'

/** Name and password. */
export function SignInForm({ onDone }: { readonly onDone: (session: SessionReply) => void }) {
  const { t } = useTranslation('session')
  const failureText = useFailureText()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setIsTried] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const signIn = useMutation({
    mutationFn: () => sessionMutations.signIn(name.trim(), password),
    onSuccess: onDone,
    onError: () => passwordField.current?.select(),
  })
  const isNameMissing = name.trim() === ''
  const isPasswordMissing = password === ''

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        const missing = isNameMissing ? nameField : isPasswordMissing ? passwordField : null
        if (missing === null) signIn.mutate()
        else missing.current?.focus()
      }}
    >
      {signIn.error === null ? null : <ErrorNote text={failureText(signIn.error)} />}
      <TextField
        label={t('name')}
        value={name}
        onChange={setName}
        isRequired
        autoComplete="username"
        autoFocus
        inputRef={nameField}
        problem={isTried && isNameMissing ? t('nameMissing') : undefined}
      />
      <PasswordField
        label={t('password')}
        value={password}
        onChange={setPassword}
        isRequired
        autoComplete="current-password"
        inputRef={passwordField}
        problem={isTried && isPasswordMissing ? t('passwordMissing') : undefined}
      />
      <Button look="primary" type="submit" isPending={signIn.isPending}>
        {t('signIn')}
      </Button>
    </form>
  )
}
