import type { ProjectReply, WebhookReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { useRefresh } from '../../lib/server/use-refresh.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { webhookMutations, webhookQueries } from './queries.ts'
import { RemoveWebhookDialog } from './RemoveWebhookDialog.tsx'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import styles from './Webhooks.module.css'

type Open =
  | { readonly what: 'new' }
  | { readonly what: 'edit' | 'deliveries' | 'remove'; readonly webhook: WebhookReply }

/** URLs that are notified of what happens in the project, for people who can manage them. */
export function WebhooksSection({ project }: { readonly project: ProjectReply }) {
  const isAllowed = useAccess().onProject('webhooks.manage') === null
  return isAllowed ? <Webhooks project={project} /> : null
}

function Webhooks({ project }: { readonly project: ProjectReply }) {
  const { t } = useTranslation('webhooks')
  const formats = useFormats()
  const [open, setOpen] = useState<Open | null>(null)
  const [made, setMade] = useState<{ readonly webhook: WebhookReply; readonly secret: string } | null>(null)
  const { slug } = project
  const { data, error, refetch } = useQuery(webhookQueries.list(slug))
  const refresh = useRefresh(webhookQueries.list(slug).queryKey)
  const close = () => setOpen(null)
  const isFull = data !== undefined && data.webhooks.length >= data.max
  const addButton = (
    <Button
      onPress={() => setOpen({ what: 'new' })}
      refusal={isFull ? t('full', { max: formats.number(data.max) }) : null}
    >
      {t('add')}
    </Button>
  )
  return (
    <section id="webhooks" aria-labelledby="webhooks-title">
      <h2 id="webhooks-title">{t('title')}</h2>
      <p className="muted">{t('about')}</p>
      {made === null ? null : <NewSecret secret={made.secret} onDismiss={() => setMade(null)} />}
      {data === undefined ? (
        <Loading error={error} onRetry={refetch} rows={2} height={64} />
      ) : data.webhooks.length === 0 ? (
        <EmptyState title={t('none')} action={addButton}>
          {t('noneAbout')}
        </EmptyState>
      ) : (
        <>
          <ul className={styles.list}>
            {data.webhooks.map((webhook) => (
              <WebhookCard
                key={webhook.id}
                project={slug}
                webhook={webhook}
                onOpen={(what) => setOpen({ what, webhook })}
                onChanged={refresh}
                onSecret={setMade}
              />
            ))}
          </ul>
          {addButton}
        </>
      )}
      {open?.what === 'new' || open?.what === 'edit' ? (
        <WebhookDialog
          project={project}
          webhook={open.what === 'edit' ? open.webhook : null}
          onSave={async (fields, changed) => {
            if (open.what === 'edit') await webhookMutations.update(slug, open.webhook.id, changed)
            else setMade(await webhookMutations.create(slug, fields))
            await refresh()
            close()
          }}
          onClose={close}
        />
      ) : null}
      {open?.what === 'deliveries' ? (
        <DeliveriesDialog project={slug} webhook={open.webhook} onClose={close} />
      ) : null}
      {open?.what === 'remove' ? (
        <RemoveWebhookDialog
          project={slug}
          webhook={open.webhook}
          onRemoved={async () => {
            if (made?.webhook.id === open.webhook.id) setMade(null)
            await refresh()
            close()
          }}
          onClose={close}
        />
      ) : null}
    </section>
  )
}

/** The secret of a new webhook, which is shown once. */
function NewSecret({ secret, onDismiss }: { readonly secret: string; readonly onDismiss: () => void }) {
  const { t } = useTranslation('webhooks')
  return (
    <div className={styles.made} role="status">
      <div className={styles.madeHead}>
        <CircleCheck className={styles.sign} data-look="good" aria-hidden="true" />
        <span>
          <b>{t('secret')}</b> {t('secretOnce')}
        </span>
        <span className="grow" />
        <IconButton label={t('dismiss')} size="small" onPress={onDismiss}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <CopyLine text={secret} />
    </div>
  )
}
