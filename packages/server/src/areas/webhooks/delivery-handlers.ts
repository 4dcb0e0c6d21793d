import { Failure, WEBHOOK_VERSION } from '@dragoman/contract'
import { WEBHOOK_TEST } from '@dragoman/core'
import {
  addDelivery,
  deliveryById,
  listDeliveries,
  type ProjectRow,
  type Reader,
  sendDeliveryAgain,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { messageProject, newMessageId } from '../../webhooks/gather-messages.ts'
import { webhookOf } from './find-webhook.ts'
import { presentDelivery } from './present.ts'

/** What webhooks sent, and sending again. */
export function webhookDeliveryHandlers(
  deps: Deps,
): Pick<Handlers['webhooks'], 'test' | 'deliveries' | 'delivery' | 'resend'> {
  const { now, publicOrigin } = deps
  const time = (afterMs = 0) => new Date(now().getTime() + afterMs).toISOString()
  return {
    test: ({ params, caller, write }) =>
      write(async (w, { project }) => {
        const webhook = await webhookOf(w, project, params.webhook)
        const at = time()
        const by = caller.actor && { id: caller.actor.id, name: webhook.withNames ? caller.actor.name : null }
        const delivery = await addDelivery(w, {
          webhookId: webhook.id,
          messageId: newMessageId(),
          type: WEBHOOK_TEST,
          body: JSON.stringify({
            type: WEBHOOK_TEST,
            version: WEBHOOK_VERSION,
            timestamp: at,
            project: await messageProject(w, webhook.projectId, publicOrigin()),
            data: { webhookId: webhook.id, by },
          }),
          isByHand: true,
          gathers: false,
          at,
          nextAt: at,
        })
        const { id: webhookId, projectId } = webhook
        w.emit({ kind: 'webhook.changed', projectId, payload: { webhookId, what: 'wanted' } })
        return presentDelivery(delivery)
      }, caller.actor?.id),

    deliveries: ({ params, query, read }) =>
      read(async (r, { project }) => {
        const { id: webhookId } = await webhookOf(r, project, params.webhook)
        const before = query.cursor === undefined ? null : Number(query.cursor)
        if (before !== null && !Number.isSafeInteger(before)) throw new Failure('invalid-input')
        const { state, limit } = query
        const { rows, next } = await listDeliveries(r, { webhookId, state, before, limit })
        return { deliveries: rows.map(presentDelivery), next: next === null ? null : String(next) }
      }),

    delivery: ({ params, read }) =>
      read(async (r, { project }) => {
        const row = await deliveryOf(r, project, params)
        return { delivery: presentDelivery(row), body: row.body, response: row.response }
      }),

    resend: ({ params, caller, write }) =>
      write(async (w, { project }) => {
        const { id, webhookId } = await deliveryOf(w, project, params)
        await sendDeliveryAgain(w, { id, webhookId, projectId: project.id }, time())
        return presentDelivery(await deliveryOf(w, project, params))
      }, caller.actor?.id),
  }
}

async function deliveryOf(
  r: Reader,
  project: ProjectRow,
  params: { readonly webhook: number; readonly delivery: number },
) {
  const { id } = await webhookOf(r, project, params.webhook)
  const delivery = await deliveryById(r, id, params.delivery)
  if (delivery === null) throw new Failure('not-found', { what: 'delivery' })
  return delivery
}
