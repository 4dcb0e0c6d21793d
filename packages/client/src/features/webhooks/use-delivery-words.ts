import type { WebhookDeliveryReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'

export type DeliveryWords = {
  /** Describes the event type; returns the type itself if it comes from a newer server. */
  readonly type: (type: string) => string
  /** Describes the result. */
  readonly result: (delivery: WebhookDeliveryReply) => string
  /** When it is sent next; null: it is finished. */
  readonly next: (delivery: WebhookDeliveryReply) => string | null
}

/** Returns functions that describe deliveries. */
export function useDeliveryWords(): DeliveryWords {
  const { t } = useTranslation('webhooks')
  const formats = useFormats()
  return {
    type: (type) => t(`type.${type.replace('.', '-')}`, { defaultValue: type }),
    result({ state, status, reason }) {
      if (reason !== null && (status === null || reason === 'redirect' || reason === 'off'))
        return t(`reason.${reason}`, { defaultValue: reason })
      if (status !== null) return t(state === 'delivered' ? 'arrived' : 'answered', { status })
      return t('waiting')
    },
    next: ({ nextAt, attempts }) =>
      nextAt === null || attempts === 0 ? null : t('next', { time: formats.relative(nextAt) }),
  }
}
