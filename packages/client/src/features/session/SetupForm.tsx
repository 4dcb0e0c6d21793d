import { isFailure, type SessionReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useCommonPassword } from '../../components/use-common-password.ts'
import { fieldProblem } from '../../lib/server/field-problem.ts'
import { useFields } from '../../lib/use-fields.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { isLongEnough } from './password.ts'
import { sessionMutations } from './queries.ts'
import styles from './SessionFrame.module.css'

/** Creates the first owner. The code is in the URL printed at the start. */
export function SetupForm({
  code: given,
  onDone,
}: {
  readonly code: string
  readonly onDone: (session: SessionReply) => void
}) {
  const { t } = useTranslation(['session', 'failures'])
  const { fields, bind, set } = useFields({ code: given, name: '', password: '' })
  const { code, name, password } = fields
  const [isTried, setIsTried] = useState(false)
  const codeField = useRef<HTMLInputElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const isCommon = useCommonPassword(password, (signal) =>
    sessionMutations.checkPassword(name.trim().slice(0, 100), password, signal),
  )
  const setUp = useMutation({
    mutationFn: () => sessionMutations.setUp({ code: code.trim(), name: name.trim(), password }),
    onSuccess: onDone,
    onError: () => passwordField.current?.focus(),
  })
  const isRefusedPassword =
    isFailure(setUp.error, 'password-too-common') || fieldProblem(setUp.error, 'password') !== undefined

  const codeProblem = code.trim() === '' ? t('codeMissing') : undefined
  const nameProblem = name.trim() === '' ? t('nameMissing') : undefined
  const passwordProblem = isLongEnough(password) ? undefined : t('passwordShort')
  const refusal = isCommon || isRefusedPassword ? t('failures:password-too-common') : undefined

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        const wrong = codeProblem
          ? codeField
          : nameProblem
            ? nameField
            : (passwordProblem ?? refusal)
              ? passwordField
              : null
        if (wrong === null) setUp.mutate()
        else wrong.current?.focus()
      }}
    >
      <ErrorLine error={isRefusedPassword ? null : setUp.error} />
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
        maxLength={100}
        autoComplete="username"
        autoFocus={given !== ''}
        inputRef={nameField}
        problem={isTried ? nameProblem : undefined}
      />
      <PasswordField
        label={t('password')}
        hint={t('passwordHint')}
        value={password}
        onChange={(next) => {
          set({ password: next })
          if (isRefusedPassword) setUp.reset()
        }}
        isRequired
        maxLength={256}
        autoComplete="new-password"
        inputRef={passwordField}
        problem={(isTried ? passwordProblem : undefined) ?? refusal}
      />
      <Button look="primary" type="submit" isPending={setUp.isPending}>
        {t('setUp')}
      </Button>
    </form>
  )
}
