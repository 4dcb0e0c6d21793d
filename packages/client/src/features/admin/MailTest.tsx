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
  const send = useReadRequest({ mutationFn: () => adminMutations.testMail(to.trim()) })
  return (
    <section className={styles.section}>
      <h2>{t('mail.title')}</h2>
      <Form className={styles.line} onSubmit={() => to.trim() !== '' && isConfigured && send.mutate()}>
        <TextField label={t('mail.to')} type="email" value={to} onChange={setTo} />
        <Button
          type="submit"
          isDisabled={to.trim() === ''}
          isPending={send.isPending}
          refusal={isConfigured ? null : t('mail.off')}
        >
          {t('mail.send')}
        </Button>
      </Form>
      <div role="status">
        {send.error !== null ? (
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
