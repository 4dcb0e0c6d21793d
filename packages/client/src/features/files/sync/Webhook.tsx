import type { GitStateReply } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { showToast } from '../../../lib/notices/toast.ts'
import { onSubmitKeys } from '../../../lib/shortcuts/shortcuts.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { Form } from '../../../ui/Form.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { gitMutations, gitQueries } from '../queries.ts'
import styles from './Sync.module.css'

/** Shorter ones are not accepted. */
const SECRET_MIN = 16

/** A secret that the host of the repository has created, such as GitLab's signing token, until it is saved. */
export function useOwnSecret(project: string, source: number) {
  const { t } = useTranslation('git')
  const client = useQueryClient()
  const [secret, setSecret] = useState('')
  const save = useMutation({
    mutationFn: (given: string) => gitMutations.setWebhookSecret(project, source, given),
    onSuccess: () => {
      setSecret('')
      showToast(t('webhook.ownSaved'))
      void client.invalidateQueries({ queryKey: gitQueries.state(project, source).queryKey })
    },
  })
  const isComplete = secret.length >= SECRET_MIN
  return {
    secret,
    type: (text: string) => setSecret(text.trim()),
    isComplete,
    isPending: save.isPending,
    error: save.error,
    save: () => isComplete && !save.isPending && save.mutate(secret),
  }
}

export type OwnSecretState = ReturnType<typeof useOwnSecret>

type WebhookProps = {
  readonly project: string
  readonly state: GitStateReply
  readonly own: OwnSecretState
}

/**
 * Lets the forge notify us of each push, so that changes do not have to wait for the next poll. The secret is
 * shown once.
 */
export function Webhook({ project, state, own }: WebhookProps) {
  const { t } = useTranslation('git')
  const make = useMutation({ mutationFn: () => gitMutations.webhookSecret(project, state.id) })
  const address = make.data?.address ?? state.webhook
  return (
    // The keys of the dialog would close it, with a secret that is shown once or not saved yet.
    <section className={styles.part} aria-label={t('webhook.title')} onKeyDown={onSubmitKeys(own.save)}>
      <h3>{t('webhook.title')}</h3>
      <p className="muted">{t('webhook.about')}</p>
      <ErrorLine error={make.error} />
      {address === null ? null : (
        <>
          <p>{t('webhook.address')}</p>
          <CopyLine text={address} />
        </>
      )}
      {make.data === undefined ? null : (
        <>
          <p>{t('webhook.secret')}</p>
          <CopyLine text={make.data.secret} />
          <p className="muted">{t('webhook.once')}</p>
        </>
      )}
      <OwnSecret own={own} />
      <div>
        <Button size="small" isPending={make.isPending} onPress={() => make.mutate()}>
          {t(state.webhook === null && make.data === undefined ? 'webhook.make' : 'webhook.replace')}
        </Button>
      </div>
    </section>
  )
}

function OwnSecret({ own }: { readonly own: OwnSecretState }) {
  const { t } = useTranslation('git')
  return (
    <details>
      <summary>{t('webhook.own')}</summary>
      <Form className={styles.signing} onSubmit={own.save}>
        <ErrorLine error={own.error} />
        <PasswordField
          label={t('webhook.ownField')}
          hint={t('webhook.ownHint')}
          value={own.secret}
          onChange={own.type}
          autoComplete="off"
        />
        <div>
          <Button type="submit" size="small" isDisabled={!own.isComplete} isPending={own.isPending}>
            {t('webhook.ownSave')}
          </Button>
        </div>
      </Form>
    </details>
  )
}
