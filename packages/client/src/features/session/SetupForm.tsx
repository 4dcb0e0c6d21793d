import type { SessionReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useNewPassword } from '../../components/use-new-password.ts'
import { useFields } from '../../lib/use-fields.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { sessionMutations } from './queries.ts'
import styles from './SessionFrame.module.css'

type SetupFormProps = { readonly code: string; readonly onDone: (session: SessionReply) => void }

/** Creates the first owner. The code is in the URL printed at the start. */
export function SetupForm({ code: given, onDone }: SetupFormProps) {
  const { t } = useTranslation('session')
  const { fields, bind } = useFields({ code: given, name: '', password: '' })
  const { code, name, password } = fields
  const [isTried, setIsTried] = useState(false)
  const codeField = useRef<HTMLInputElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const setUp = useMutation({
    mutationFn: () => sessionMutations.setUp({ code: code.trim(), name: name.trim(), password }),
    onSuccess: onDone,
    onError: () => passwordField.current?.focus(),
  })
  const { isLong, error, field } = useNewPassword({
    ...bind('password'),
    check: (signal) => sessionMutations.checkPassword(name.trim().slice(0, 100), password, signal),
    request: setUp,
  })

  const codeProblem = code.trim() === '' ? t('codeMissing') : undefined
  const nameProblem = name.trim() === '' ? t('nameMissing') : undefined
  const passwordProblem = isLong ? undefined : t('passwordShort')

  return (
    <Form
      className={styles.form}
      noValidate
      onSubmit={() => {
        setIsTried(true)
        const wrong = [
          { at: codeField, problem: codeProblem },
          { at: nameField, problem: nameProblem },
          { at: passwordField, problem: passwordProblem ?? field.problem },
        ].find(({ problem }) => problem !== undefined)
        if (wrong === undefined) setUp.mutate()
        else wrong.at.current?.focus()
      }}
    >
      <ErrorLine error={error} />
      <TextField
        label={t('code')}
        hint={t('codeHint')}
        {...bind('code')}
        code
        isRequired
        autoComplete="one-time-code"
        inputRef={codeField}
        problem={isTried ? codeProblem : undefined}
      />
      <TextField
        label={t('name')}
        {...bind('name')}
        isRequired
        maxLength={LIMITS.nameMax}
        autoComplete="username"
        autoFocus={given !== ''}
        inputRef={nameField}
        problem={isTried ? nameProblem : undefined}
      />
      <PasswordField
        label={t('password')}
        hint={t('passwordHint')}
        {...field}
        isRequired
        inputRef={passwordField}
        problem={(isTried ? passwordProblem : undefined) ?? field.problem}
      />
      <Button look="primary" type="submit" isPending={setUp.isPending}>
        {t('setUp')}
      </Button>
    </Form>
  )
}
