import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Note } from '../../ui/Note.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { sessionMutations } from './queries.ts'
import styles from './SessionFrame.module.css'

/** For the terminal of the server; isolated, because it stays left to right in every sentence. */
const COMMAND = '\u2066dragoman reset-password NAME\u2069'

/** Requests a link to set a new password. The response is the same for every name. */
export function ForgotPassword({
  name: given,
  sendsEmail,
  onBack,
}: {
  readonly name: string
  readonly sendsEmail: boolean
  readonly onBack: () => void
}) {
  const { t } = useTranslation('session')
  const [name, setName] = useState(given)
  const ask = useMutation({ mutationFn: () => sessionMutations.requestReset(name.trim()) })
  const back = (
    <Button look="quiet" onPress={onBack}>
      {t('back')}
    </Button>
  )
  if (!sendsEmail || ask.isSuccess)
    return (
      <div className={styles.form} role="status">
        <Note tone="plain">{sendsEmail ? t('forgotSent') : t('forgotNoMail', { command: COMMAND })}</Note>
        <div className={styles.choices}>{back}</div>
      </div>
    )
  return (
    <Form className={styles.form} noValidate onSubmit={() => name.trim() !== '' && ask.mutate()}>
      <ErrorLine error={ask.error} />
      <TextField
        label={t('nameOrAddress')}
        hint={t('forgotAbout')}
        value={name}
        onChange={setName}
        isRequired
        autoComplete="username"
        autoFocus
      />
      <div className={styles.choices}>
        <Button look="primary" type="submit" isDisabled={name.trim() === ''} isPending={ask.isPending}>
          {t('forgotSend')}
        </Button>
        {back}
      </div>
    </Form>
  )
}
