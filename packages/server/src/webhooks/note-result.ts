import { WEBHOOK_TEST } from '@dragoman/core'
import {
  noteAttempt,
  noteWebhookFailing,
  turnWebhookOff,
  type WebhookDeliveryRow,
  type WebhookRow,
  type Writer,
  webhookById,
} from '@dragoman/store'
import { retryAfterMs } from './retry-times.ts'
import type { AttemptResult } from './send-delivery.ts'

/** A webhook whose deliveries have failed for this long is turned off. */
export const FAILING_MS = 3 * 24 * 60 * 60_000

type Attempt = {
  readonly webhookId: number
  readonly delivery: WebhookDeliveryRow
  readonly result: AttemptResult
  readonly now: Date
}

/** Stores the result of an attempt and when the next one is due; turns off a webhook that keeps failing. */
export async function noteResult(w: Writer, { webhookId, delivery, result, now }: Attempt): Promise<void> {
  const { isOk, isGone, status, reason, durationMs, response } = result
  const time = (afterMs = 0) => new Date(now.getTime() + afterMs).toISOString()
  const webhook = await webhookById(w, webhookId)
  if (webhook === null) return
  const outcome = { status, reason, durationMs, response }
  if (isOk) {
    await noteAttempt(w, delivery, { ...outcome, state: 'delivered', nextAt: null, failures: 0 })
    if (webhook.failingSince !== null) await noteWebhookFailing(w, webhook, null)
    return
  }
  const failures = delivery.failures + 1
  const isOver = isGone || !webhook.isOn || delivery.type === WEBHOOK_TEST
  const afterMs = isOver ? null : retryAfterMs(failures)
  await noteAttempt(w, delivery, {
    ...outcome,
    state: afterMs === null ? 'failed' : 'waiting',
    nextAt: afterMs === null ? null : time(afterMs),
    failures,
  })
  if (!webhook.isOn || (delivery.type === WEBHOOK_TEST && !isGone)) return
  if (webhook.failingSince === null) await noteWebhookFailing(w, webhook, time())
  if (isGone) await turnWebhookOff(w, webhook, 'gone')
  else if (afterMs === null && hasFailedForDays(webhook, now)) await turnWebhookOff(w, webhook, 'failing')
}

function hasFailedForDays({ failingSince }: WebhookRow, now: Date): boolean {
  return failingSince !== null && now.getTime() - Date.parse(failingSince) >= FAILING_MS
}
