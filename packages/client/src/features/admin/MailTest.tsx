import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { useReadRequest } from '../../lib/server/use-read-request.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Note } from '../../ui/Note.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Admin.module.css'
import { adminMutations } from './queries.ts'

/** Sends an email immediately and shows the mail server's response. */
export function MailTest({ isConfigured }: { readonly isConfigured: boolean }) {
  const { t } = useTranslation('admin')
  const failureText = useFailureText()
  const [to, setTo] = useState('')
  const address = to.trim()
  const send = useReadRequest({ mutationFn: adminMutations.testMail })
  // A result is about the address that the email was sent to.
  const isOfAddress = send.variables === address
  return (
    <section className={styles.section}>
      <h2>{t('mail.title')}</h2>
      <Form className={styles.line} onSubmit={() => address !== '' && isConfigured && send.mutate(address)}>
        <TextField label={t('mail.to')} type="email" value={to} onChange={setTo} />
        <Button
          type="submit"
          isDisabled={address === ''}
          isPending={send.isPending}
          refusal={isConfigured ? null : t('mail.off')}
        >
          {t('mail.send')}
        </Button>
      </Form>
      <div role="status">
        {!isOfAddress ? null : send.error !== null ? (
          <Note tone="error">{failureText(send.error)}</Note>
        ) : send.data === undefined ? null : send.data.isSent ? (
          <Note tone="plain">{t('mail.sent')}</Note>
        ) : (
          <Note tone="error">{t('mail.problem', { problem: send.data.problem ?? '' })}</Note>
        )}
      </div>
    </section>
  )
}
