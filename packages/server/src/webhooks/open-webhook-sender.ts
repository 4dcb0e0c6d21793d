import {
  claimDelivery,
  dueDeliveries,
  LeaseLostError,
  nextDeliveryAt,
  type Store,
  type WebhookDeliveryRow,
  webhookById,
} from '@dragoman/store'
import type { Deps } from '../deps.ts'
import { openLoop } from '../open-loop.ts'
import { noteResult } from './note-result.ts'
import { ATTEMPT_TIMEOUT_MS, sendDelivery } from './send-delivery.ts'

/** Sends the deliveries that are due, if `mayNow` says that this process does so. */
export type WebhookSender = {
  readonly wake: () => void
  readonly close: () => Promise<void>
}

export type WebhookSenderOptions = Pick<Deps, 'now' | 'log' | 'outgoing' | 'sealing' | 'timings'> & {
  /** Writes only while this process is the one that sends. */
  readonly store: Store
  readonly mayNow: () => boolean
  readonly timeoutMs?: number
}

/** Webhooks that receive messages at the same time. */
const AT_ONCE = 20
/** A delivery is due again after this time, if the sender died in the meantime. */
const CLAIM_MS = ATTEMPT_TIMEOUT_MS + 5_000

export function openWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { store, now, log, mayNow } = options
  const pollMs = options.timings.webhookPollMs
  const inFlight = new Map<number, Promise<void>>()
  const loop = openLoop(sendDue, (error) => {
    if (!(error instanceof LeaseLostError)) log({ level: 'warn', event: 'webhooks-not-sent', error })
    loop.wakeIn(pollMs)
  })
  const { signal } = loop

  const time = (afterMs = 0) => new Date(now().getTime() + afterMs).toISOString()

  async function sendDue(): Promise<void> {
    const due = await whatIsDue()
    for (const one of due) {
      if (signal.aborted || inFlight.size >= AT_ONCE || inFlight.has(one.webhookId)) continue
      const sending = send(one)
        .catch((error: unknown) => {
          if (!signal.aborted && !(error instanceof LeaseLostError))
            log({ level: 'warn', event: 'webhook-not-sent', webhook: one.webhookId, error })
        })
        .finally(() => {
          inFlight.delete(one.webhookId)
          loop.wake()
        })
      inFlight.set(one.webhookId, sending)
    }
    const next = await whenNext()
    const waitMs = next === null ? pollMs : Date.parse(next) - now().getTime()
    loop.wakeIn(Math.min(Math.max(waitMs, 50), pollMs))
  }

  async function whatIsDue() {
    const busy = [...inFlight.keys()]
    if (!mayNow() || busy.length >= AT_ONCE) return []
    return store.read((r) => dueDeliveries(r, { now: time(), busy, limit: AT_ONCE * 2 }))
  }

  /** Returns null if nothing is to be sent before one of those in flight has ended, which wakes the loop. */
  async function whenNext(): Promise<string | null> {
    const busy = [...inFlight.keys()]
    if (!mayNow() || busy.length >= AT_ONCE) return null
    return store.read((r) => nextDeliveryAt(r, busy))
  }

  async function send(due: Pick<WebhookDeliveryRow, 'id' | 'webhookId' | 'nextAt'>): Promise<void> {
    const claimed = await store.write(async (w) => {
      const webhook = await webhookById(w, due.webhookId)
      const delivery = await claimDelivery(w, due, { now: time(), until: time(CLAIM_MS) })
      return webhook === null || delivery === null ? null : { webhook, delivery }
    })
    if (claimed === null) return
    const { webhook, delivery } = claimed
    const result = await sendDelivery({ ...options, signal }, webhook, delivery)
    await store.write((w) => noteResult(w, { webhookId: webhook.id, delivery, result, now: now() }))
    if (!result.isOk) {
      const { status, reason } = result
      const { id, attempts } = delivery
      log({
        level: 'warn',
        event: 'webhook-failed',
        webhook: webhook.id,
        delivery: id,
        attempts,
        status,
        reason,
      })
    }
  }

  return {
    wake: loop.wake,
    async close() {
      await loop.close()
      await Promise.all(inFlight.values())
    },
  }
}
