import type { SessionReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useMutation } from '@tanstack/react-query'

import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useNewPassword } from '../../components/use-new-password.ts'
import { useFields } from '../../lib/use-fields.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Invitation.module.css'
import { acceptInvitation, checkPassword } from './queries.ts'
import { SignedInAs, type SignedInAsProps } from './SignedInAs.tsx'

export type InvitationFormProps = {
  readonly code: string
  readonly actor: SessionReply['actor']
  /** Opens the project with this URL name, if there is one. Until it is open, the form stays as it was. */
  readonly onDone: (joined: {
    readonly project: string | null
    /** They already were a member, so nothing has changed. */
    readonly wasMember: boolean
  }) => Promise<void>
} & Pick<SignedInAsProps, 'onLeave' | 'isLeaving'>

/** Accepts the invitation with the signed-in account or a new one. */
export function InvitationForm({ code, actor, onDone, ...leaving }: InvitationFormProps) {
  const { t } = useTranslation('invitation')
  const { fields, bind } = useFields({ name: '', password: '' })
  const { password } = fields
  const name = fields.name.trim()
  const accept = useMutation({
    mutationFn: (isNew: boolean) =>
      acceptInvitation(isNew ? { code, account: { name, password } } : { code }),
    onSuccess: onDone,
  })
  const { isLong, isCommon, error, field } = useNewPassword({
    ...bind('password'),
    check: (signal) => checkPassword({ code, name, password }, signal),
    request: accept,
  })
  // A new account is signed in before the project is open, and must not be asked to join again.
  const isNew = accept.isPending ? accept.variables : actor === null
  const isReady = !isNew || (name !== '' && isLong && !isCommon)
  return (
    <Form
      className={styles.form}
      noValidate
      onSubmit={() => isReady && !accept.isPending && accept.mutate(isNew)}
    >
      <ErrorLine error={error} />
      {!isNew ? (
        <SignedInAs name={actor?.name ?? ''} {...leaving} />
      ) : (
        <>
          <TextField
            label={t('name')}
            {...bind('name')}
            isRequired
            maxLength={LIMITS.nameMax}
            autoComplete="username"
            autoFocus
          />
          <PasswordField label={t('password')} hint={t('passwordHint')} {...field} isRequired />
        </>
      )}
      <Button look="primary" type="submit" isDisabled={!isReady} isPending={accept.isPending}>
        {t(isNew ? 'createAndJoin' : 'join')}
      </Button>
    </Form>
  )
}
