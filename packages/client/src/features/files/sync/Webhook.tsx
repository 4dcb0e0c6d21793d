import type { GitStateReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { gitMutations } from '../queries.ts'
import styles from './Sync.module.css'

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
      <div>
        <Button size="small" isPending={make.isPending} onPress={() => make.mutate()}>
          {t(state.webhook === null && make.data === undefined ? 'webhook.make' : 'webhook.replace')}
        </Button>
      </div>
    </section>
  )
}
