import type { WebhookDeliveryReply, WebhookReply } from '@dragoman/contract'
import type { WebhookDeliveryRow, WebhookRow } from '@dragoman/store'
import { presentActor } from '../present.ts'

/** Presents a webhook, always without its secret. */
export function presentWebhook(row: WebhookRow, now: Date): WebhookReply {
  const { id, url, description, topics, languages, namespaces, isOn, withNames, formerUntil } = row
  const isFormerGood = formerUntil !== null && formerUntil > now.toISOString()
  return {
    id,
    url,
    description,
    topics: topics && [...topics],
    languages: languages && [...languages],
    namespaces: namespaces && [...namespaces],
    isOn,
    withNames,
    disabledReason: row.disabledReason,
    failingSince: row.failingSince,
    formerSecretUntil: isFormerGood ? formerUntil : null,
    createdAt: row.createdAt,
    createdBy: presentActor(row.createdBy),
  }
}

export function presentDelivery(row: WebhookDeliveryRow): WebhookDeliveryReply {
  const { id, messageId, type, state, createdAt, nextAt, attempts, attemptedAt } = row
  const { status, reason, durationMs } = row
  return {
    id,
    messageId,
    type,
    state,
    createdAt,
    nextAt,
    attempts,
    attemptedAt,
    status,
    reason,
    durationMs,
  }
}
