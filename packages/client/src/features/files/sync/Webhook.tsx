import type { GitStateReply } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { showToast } from '../../../lib/notices/toast.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { gitMutations, gitQueries } from '../queries.ts'
import styles from './Sync.module.css'

/** Shorter ones are not accepted. */
const SECRET_MIN = 16

/**
 * Lets the forge notify us of each push, so that changes do not have to wait for the next poll. The secret is
 * shown once.
 */
export function Webhook({ project, state }: { readonly project: string; readonly state: GitStateReply }) {
  const { t } = useTranslation('git')
  const make = useMutation({ mutationFn: () => gitMutations.webhookSecret(project, state.id) })
  const address = make.data?.address ?? state.webhook
  return (
    <section className={styles.part} aria-label={t('webhook.title')}>
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
      <OwnSecret project={project} source={state.id} />
      <div>
        <Button size="small" isPending={make.isPending} onPress={() => make.mutate()}>
          {t(state.webhook === null && make.data === undefined ? 'webhook.make' : 'webhook.replace')}
        </Button>
      </div>
    </section>
  )
}

/** A secret that the host of the repository has created, such as GitLab's signing token. */
function OwnSecret({ project, source }: { readonly project: string; readonly source: number }) {
  const { t } = useTranslation('git')
  const client = useQueryClient()
  const [secret, setSecret] = useState('')
  const save = useMutation({
    mutationFn: () => gitMutations.setWebhookSecret(project, source, secret),
    onSuccess: () => {
      setSecret('')
      showToast(t('webhook.ownSaved'))
      void client.invalidateQueries({ queryKey: gitQueries.state(project, source).queryKey })
    },
  })
  return (
    <details>
      <summary>{t('webhook.own')}</summary>
      <div className={styles.signing}>
        <ErrorLine error={save.error} />
        <PasswordField
          label={t('webhook.ownField')}
          hint={t('webhook.ownHint')}
          value={secret}
          onChange={(text) => setSecret(text.trim())}
          autoComplete="off"
        />
        <div>
          <Button
            size="small"
            isDisabled={secret.length < SECRET_MIN}
            isPending={save.isPending}
            onPress={() => save.mutate()}
          >
            {t('webhook.ownSave')}
          </Button>
        </div>
      </div>
    </details>
  )
}
