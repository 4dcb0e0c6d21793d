import { api, type SessionReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { fieldProblem } from '../../lib/field-problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { isLongEnough } from './password.ts'
import styles from './SessionFrame.module.css'

/** Makes the first owner. The code comes with the address that was printed at start. */
export function SetupForm({ code: given, onDone }: { readonly code: string; readonly onDone: (session: SessionReply) => void }) {
  const { t } = useTranslation('session')
  const failureText = useFailureText()
  const [code, setCode] = useState(given)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const setUp = useMutation({
    mutationFn: () => call(api.session.setUp, { body: { code: code.trim(), name: name.trim(), password } }),
    onSuccess: onDone,
  })
  const isReady = code.trim() !== '' && name.trim() !== '' && isLongEnough(password)

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) setUp.mutate()
      }}
    >
      {setUp.error === null ? null : <ErrorNote text={failureText(setUp.error)} />}
      <TextField label={t('code')} hint={t('codeHint')} value={code} onChange={setCode} code isRequired autoComplete="one-time-code" />
      <TextField
        label={t('name')}
        value={name}
        onChange={setName}
        isRequired
        maxLength={100}
        autoComplete="username"
        autoFocus={given !== ''}
      />
      <TextField
        label={t('password')}
        hint={t('passwordHint')}
        type="password"
        value={password}
        onChange={setPassword}
        isRequired
        maxLength={256}
        autoComplete="new-password"
        problem={fieldProblem(setUp.error, 'password') === undefined ? undefined : t('passwordRefused')}
      />
      <Button look="primary" type="submit" isDisabled={!isReady} isPending={setUp.isPending}>
        {t('setUp')}
      </Button>
    </form>
  )
}

export function ErrorNote({ text }: { readonly text: string }) {
  return (
    <div role="alert">
      <Note tone="error">{text}</Note>
    </div>
  )
}
