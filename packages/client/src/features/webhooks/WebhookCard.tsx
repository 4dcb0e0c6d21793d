import type { WebhookReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CirclePause, Ellipsis, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuRow } from '../../ui/Menu.tsx'
import { webhookMutations } from './queries.ts'
import styles from './Webhooks.module.css'

export type WebhookCardProps = {
  readonly project: string
  readonly webhook: WebhookReply
  readonly onOpen: (what: 'edit' | 'deliveries' | 'remove') => void
  readonly onChanged: () => Promise<unknown>
  readonly onSecret: (made: { readonly webhook: WebhookReply; readonly secret: string }) => void
}

/** One webhook: its URL, its events, and whether deliveries succeed. */
export function WebhookCard({ project, webhook, onOpen, onChanged, onSecret }: WebhookCardProps) {
  const { t } = useTranslation('webhooks')
  const onError = useFailureToast()
  const { id, url, description, topics, languages, namespaces, isOn } = webhook
  const name = description === '' ? new URL(url).host : description
  const turn = useMutation({
    mutationFn: () => webhookMutations.update(project, id, { isOn: !isOn }),
    onSuccess: () => onChanged(),
    onError,
  })
  const test = useMutation({
    mutationFn: () => webhookMutations.test(project, id),
    onSuccess: () => onOpen('deliveries'),
    onError,
  })
  const replace = useMutation({
    mutationFn: () => webhookMutations.replaceSecret(project, id),
    onSuccess: async (made) => {
      onSecret(made)
      await onChanged()
    },
    onError,
  })
  const act = (what: string | number) => {
    if (what === 'edit' || what === 'remove') onOpen(what)
    if (what === 'turn') turn.mutate()
    if (what === 'test') test.mutate()
    if (what === 'secret') replace.mutate()
  }
  const subscriptions = [
    ...(topics === null
      ? [{ id: 'everything', name: t('everything') }]
      : topics.map((topic) => ({ id: topic, name: t(`topic.${topic}`) }))),
    ...(languages ?? []).map((tag) => ({ id: `language:${tag}`, name: endonym(tag) })),
    ...(namespaces ?? []).map((name) => ({ id: `namespace:${name}`, name })),
  ]
  return (
    <li className={styles.card} data-webhook={id}>
      <div className={styles.cardHead}>
        <div className={styles.where}>
          {description === '' ? null : (
            <b>
              <bdi>{description}</bdi>
            </b>
          )}
          <code dir="ltr">{url}</code>
        </div>
        <Menu
          label={t('actsOf', { name })}
          trigger={
            <IconButton label={t('actsOf', { name })}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
          onAction={act}
        >
          <MenuRow id="edit">{t('edit')}</MenuRow>
          <MenuRow id="test">{t('test')}</MenuRow>
          <MenuRow id="turn">{t(isOn ? 'turnOff' : 'turnOn')}</MenuRow>
          <MenuRow id="secret">{t('replaceSecret')}</MenuRow>
          <MenuRow id="remove">{t('remove')}</MenuRow>
        </Menu>
      </div>
      <ul className={styles.chips} aria-label={t('topics')}>
        {subscriptions.map(({ id: part, name: words }) => (
          <li key={part}>
            <bdi>{words}</bdi>
          </li>
        ))}
      </ul>
      <div className={styles.cardFoot}>
        <WebhookState webhook={webhook} />
        <span className="grow" />
        <Button size="small" onPress={() => onOpen('deliveries')} aria-label={t('deliveriesOf', { name })}>
          {t('deliveries')}
        </Button>
      </div>
    </li>
  )
}

function WebhookState({ webhook }: { readonly webhook: WebhookReply }) {
  const { t } = useTranslation('webhooks')
  const formats = useFormats()
  const { isOn, disabledReason, failingSince, formerSecretUntil } = webhook
  const isWrong = disabledReason !== null || (isOn && failingSince !== null)
  const Sign = isWrong ? TriangleAlert : isOn ? CircleCheck : CirclePause
  const text = !isOn
    ? t(disabledReason === null ? 'off' : `disabledReason.${disabledReason}`)
    : failingSince === null
      ? t('on')
      : t('failingSince', { time: formats.relative(failingSince) })
  return (
    <span className={styles.state}>
      <Sign
        className={styles.sign}
        data-look={isWrong ? 'bad' : isOn ? 'good' : 'still'}
        aria-hidden="true"
      />
      <span>
        {text}
        {formerSecretUntil === null
          ? null
          : ` · ${t('formerSecret', { time: formats.dateTime(formerSecretUntil) })}`}
      </span>
    </span>
  )
}
