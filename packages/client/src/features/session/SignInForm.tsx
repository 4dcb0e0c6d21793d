import { api, type SessionReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './SessionFrame.module.css'
import { ErrorNote } from './SetupForm.tsx'

export function SignInForm({ onDone }: { readonly onDone: (session: SessionReply) => void }) {
  const { t } = useTranslation('session')
  const failureText = useFailureText()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => call(api.session.signIn, { body: { name: name.trim(), password } }),
    onSuccess: onDone,
  })
  const isReady = name.trim() !== '' && password !== ''

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) signIn.mutate()
      }}
    >
      {signIn.error === null ? null : <ErrorNote text={failureText(signIn.error)} />}
      <TextField label={t('name')} value={name} onChange={setName} isRequired autoComplete="username" autoFocus />
      <TextField label={t('password')} type="password" value={password} onChange={setPassword} isRequired autoComplete="current-password" />
      <Button look="primary" type="submit" isDisabled={!isReady} isPending={signIn.isPending}>
        {t('signIn')}
      </Button>
    </form>
  )
}
