import type { WebhookDeliveryReply, WebhookReply } from '@dragoman/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoreButton } from '../../components/MoreButton.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { webhookMutations, webhookQueries } from './queries.ts'
import { useDeliveryWords } from './use-delivery-words.ts'
import styles from './Webhooks.module.css'

export type DeliveriesDialogProps = {
  readonly project: string
  readonly webhook: WebhookReply
  readonly onClose: () => void
}

/** Deliveries of a webhook: requests, responses, and a button to send again. */
export function DeliveriesDialog({ project, webhook, onClose }: DeliveriesDialogProps) {
  const { t } = useTranslation('webhooks')
  const client = useQueryClient()
  const showFailure = useFailureToast()
  const [chosen, setChosen] = useState<number | null>(null)
  const query = webhookQueries.deliveries(project, webhook.id)
  const list = useInfiniteQuery(query)
  const { data, error, refetch } = list
  const deliveries = data?.pages.flatMap((page) => page.deliveries)
  const test = useMutation({
    mutationFn: () => webhookMutations.test(project, webhook.id),
    onSuccess: () => client.invalidateQueries({ queryKey: query.queryKey }),
    onError: showFailure,
  })
  return (
    <Dialog
      title={t('deliveries')}
      size="large"
      onClose={onClose}
      cancelLabel={t('common:close')}
      actions={
        <Button isPending={test.isPending} onPress={() => test.mutate()}>
          {t('test')}
        </Button>
      }
    >
      <p className={styles.description}>
        <code dir="ltr">{webhook.url}</code>
      </p>
      {deliveries === undefined ? (
        <Loading error={error} onRetry={refetch} rows={4} height={44} />
      ) : deliveries.length === 0 ? (
        <EmptyState title={t('noDeliveries')} action={null}>
          {t('noDeliveriesAbout')}
        </EmptyState>
      ) : (
        <ul className={styles.deliveries} aria-label={t('deliveries')}>
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              project={project}
              webhook={webhook.id}
              delivery={delivery}
              isOpen={chosen === delivery.id}
              onToggle={() => setChosen(chosen === delivery.id ? null : delivery.id)}
            />
          ))}
        </ul>
      )}
      <MoreButton list={list}>{t('more')}</MoreButton>
    </Dialog>
  )
}

type DeliveryRowProps = {
  readonly project: string
  readonly webhook: number
  readonly delivery: WebhookDeliveryReply
  readonly isOpen: boolean
  readonly onToggle: () => void
}

const SIGNS = { delivered: CircleCheck, failed: CircleX, waiting: Clock } as const
const LOOKS = { delivered: 'good', failed: 'bad', waiting: 'still' } as const

function DeliveryRow({ project, webhook, delivery, isOpen, onToggle }: DeliveryRowProps) {
  const { t } = useTranslation('webhooks')
  const formats = useFormats()
  const words = useDeliveryWords()
  const { id, type, state, createdAt, attempts, durationMs } = delivery
  const Sign = SIGNS[state]
  const panel = `delivery-${id}`
  return (
    <li className={styles.delivery} data-state={state}>
      <button
        type="button"
        className={styles.deliveryLine}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={onToggle}
      >
        <Sign className={styles.sign} data-look={LOOKS[state]} aria-hidden="true" />
        <span className={styles.deliveryWhat}>{words.type(type)}</span>
        <span className={styles.deliveryResult}>{words.result(delivery)}</span>
        <time dateTime={createdAt} title={formats.dateTime(createdAt)}>
          {formats.relative(createdAt)}
        </time>
        <span className={styles.deliveryNote}>
          {attempts === 0 ? t('notSentYet') : t('attempts', { count: attempts })}
          {durationMs === null ? null : ` · ${t('duration', { ms: formats.number(durationMs) })}`}
        </span>
      </button>
      <div id={panel} hidden={!isOpen}>
        {isOpen ? <DeliveryDetail project={project} webhook={webhook} delivery={delivery} /> : null}
      </div>
    </li>
  )
}

function DeliveryDetail({
  project,
  webhook,
  delivery,
}: Pick<DeliveryRowProps, 'project' | 'webhook' | 'delivery'>) {
  const { t } = useTranslation('webhooks')
  const client = useQueryClient()
  const showFailure = useFailureToast()
  const words = useDeliveryWords()
  const { id, messageId } = delivery
  const { data, error, refetch } = useQuery(webhookQueries.delivery(project, webhook, id))
  const again = useMutation({
    mutationFn: () => webhookMutations.resend(project, webhook, id),
    onSuccess: () =>
      client.invalidateQueries({ queryKey: webhookQueries.deliveries(project, webhook).queryKey }),
    onError: showFailure,
  })
  const next = words.next(delivery)
  return (
    <div className={styles.detail}>
      <div className={styles.detailHead}>
        <span>
          {t('messageId')} <code dir="ltr">{messageId}</code>
          {next === null ? null : ` · ${next}`}
        </span>
        <span className="grow" />
        <Button size="small" isPending={again.isPending} onPress={() => again.mutate()}>
          {t(delivery.attempts === 0 ? 'sendNow' : 'resend')}
        </Button>
      </div>
      {data === undefined ? (
        <Loading error={error} onRetry={refetch} rows={3} height={20} />
      ) : (
        <>
          <h3>{t('request')}</h3>
          <Code label={t('request')} text={indented(data.body)} />
          <h3 hidden={data.response === null}>{t('response')}</h3>
          {data.response === null ? null : data.response === '' ? (
            <p className="muted">{t('noResponse')}</p>
          ) : (
            <Code label={t('response')} text={data.response} />
          )}
        </>
      )}
    </div>
  )
}

function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={styles.code} dir="ltr" tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  )
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2)
}
