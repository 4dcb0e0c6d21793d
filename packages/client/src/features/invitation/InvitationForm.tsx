import { isFailure, type SessionReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useCommonPassword } from '../../components/use-common-password.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Invitation.module.css'
import { acceptInvitation, checkPassword } from './queries.ts'

export type InvitationFormProps = {
  readonly code: string
  readonly actor: SessionReply['actor']
  /** Opens the project with this URL name, if there is one. Until it is open, the form stays as it was. */
  readonly onDone: (project: string | null) => Promise<void>
  /** Signs out the person, who is not the invited one. */
  readonly onLeave: () => void
}

/** Accepts the invitation with the signed-in account or a new one. */
export function InvitationForm({ code, actor, onDone, onLeave }: InvitationFormProps) {
  const { t } = useTranslation(['invitation', 'failures'])
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const isLong = [...password].length >= LIMITS.passwordMin
  const isCommon = useCommonPassword(password, (signal) =>
    checkPassword({ code, name: name.trim(), password }, signal),
  )
  const accept = useMutation({
    mutationFn: (isNew: boolean) =>
      acceptInvitation(isNew ? { code, account: { name: name.trim(), password } } : { code }),
    onSuccess: ({ project }) => onDone(project),
  })
  // A new account is signed in before the project is open, and must not be asked to join again.
  const isNew = accept.isPending ? accept.variables : actor === null
  const isReady = !isNew || (name.trim() !== '' && isLong && !isCommon)
  const isRefused = isFailure(accept.error, 'password-too-common')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !accept.isPending) accept.mutate(isNew)
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {isRefused ? null : <ErrorLine error={accept.error} />}
      {!isNew ? (
        <p>
          {t('as', { name: actor?.name ?? '' })}{' '}
          <Button look="ghost" size="small" onPress={onLeave}>
            {t('notYou')}
          </Button>
        </p>
      ) : (
        <>
          <TextField
            label={t('name')}
            value={name}
            onChange={setName}
            isRequired
            maxLength={LIMITS.nameMax}
            autoComplete="username"
            autoFocus
          />
          <PasswordField
            label={t('password')}
            hint={t('passwordHint')}
            value={password}
            onChange={(typed) => {
              setPassword(typed)
              if (isRefused) accept.reset()
            }}
            isRequired
            maxLength={LIMITS.passwordMax}
            autoComplete="new-password"
            problem={isCommon || isRefused ? t('failures:password-too-common') : undefined}
          />
        </>
      )}
      <Button look="primary" type="submit" isDisabled={!isReady} isPending={accept.isPending}>
        {t(isNew ? 'createAndJoin' : 'join')}
      </Button>
    </form>
  )
}
