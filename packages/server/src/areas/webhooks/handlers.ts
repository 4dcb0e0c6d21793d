import { Failure, WEBHOOK_VERSION, type WebhookFieldsBody } from '@dragoman/contract'
import { type AuditKind, LIMITS, WEBHOOK_TEST } from '@dragoman/core'
import {
  type AuditDeed,
  addDelivery,
  addWebhook,
  deliveryById,
  listDeliveries,
  listWebhooks,
  type ProjectRow,
  type Reader,
  recordAudit,
  removeWebhook,
  replaceWebhookSecret,
  sendDeliveryAgain,
  updateWebhook,
  type WebhookFields,
  type WebhookRow,
  type Writer,
  webhookById,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { messageProject, newMessageId } from '../../webhooks/gather-messages.ts'
import { requireAddress } from '../../webhooks/webhook-address.ts'
import { FORMER_SECRET_MS, newWebhookSecret, sealWebhookSecret } from '../../webhooks/webhook-secret.ts'
import { presentDelivery, presentWebhook } from './present.ts'

export function webhooksHandlers(deps: Deps): Handlers['webhooks'] {
  const { now, outgoing, sealing, publicOrigin } = deps
  const time = (afterMs = 0) => new Date(now().getTime() + afterMs).toISOString()

  return {
    list: ({ read }) =>
      read(async (r, { project: { id } }) => {
        const rows = await listWebhooks(r, id)
        return { webhooks: rows.map((row) => presentWebhook(row, now())), max: LIMITS.webhooksMax }
      }),

    async create({ body, caller, writeLocked }) {
      await requireAddress(outgoing, body.url)
      const secret = newWebhookSecret()
      const webhook = await writeLocked(async (w, { project: { id: projectId } }) => {
        if ((await listWebhooks(w, projectId)).length >= LIMITS.webhooksMax)
          throw new Failure('invalid-input', {}, { fields: [{ pointer: '/url', code: 'too-many-webhooks' }] })
        const seal = (id: number) => sealWebhookSecret(sealing, id, secret)
        const by = caller.actor ?? { id: null, name: '' }
        const made = await addWebhook(w, { projectId, fields: fieldsOf(body), seal, at: time(), by })
        const { description } = made
        await audit(w, { kind: 'webhook.added', details: { description } }, made, caller)
        return made
      }, caller.actor?.id)
      return { webhook: presentWebhook(webhook, now()), secret }
    },

    async update({ params, body, caller, writeLocked }) {
      if (body.url !== undefined) await requireAddress(outgoing, body.url)
      return writeLocked(async (w, { project }) => {
        const before = await webhookOf(w, project, params.webhook)
        const { url, description, topics, languages, namespaces, isOn, withNames } = before
        const listed = (set: ReadonlySet<string> | null) => set && [...set]
        const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
        const fields = fieldsOf({
          url,
          description,
          topics: topics && [...topics],
          languages: listed(languages),
          namespaces: listed(namespaces),
          isOn,
          withNames,
          ...given,
        })
        await updateWebhook(w, before, fields)
        const after = await webhookOf(w, project, params.webhook)
        const details = { description: after.description, isOn: after.isOn }
        await audit(w, { kind: 'webhook.changed', details }, after, caller)
        return presentWebhook(after, now())
      }, caller.actor?.id)
    },

    async remove({ params, caller, write }) {
      await write(async (w, { project }) => {
        const webhook = await webhookOf(w, project, params.webhook)
        await removeWebhook(w, webhook)
        const { description } = webhook
        await audit(w, { kind: 'webhook.removed', details: { description } }, webhook, caller)
      }, caller.actor?.id)
      return {}
    },

    async replaceSecret({ params, caller, writeLocked }) {
      const secret = newWebhookSecret()
      const webhook = await writeLocked(async (w, { project }) => {
        const before = await webhookOf(w, project, params.webhook)
        const sealed = sealWebhookSecret(sealing, before.id, secret)
        await replaceWebhookSecret(w, before, { secret: sealed, formerUntil: time(FORMER_SECRET_MS) })
        const { description } = before
        await audit(w, { kind: 'webhook.secret-replaced', details: { description } }, before, caller)
        return webhookOf(w, project, params.webhook)
      }, caller.actor?.id)
      return { webhook: presentWebhook(webhook, now()), secret }
    },

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

async function webhookOf(r: Reader, { id: projectId }: ProjectRow, id: number): Promise<WebhookRow> {
  const webhook = await webhookById(r, id)
  if (webhook?.projectId !== projectId) throw new Failure('not-found', { what: 'webhook' })
  return webhook
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

function fieldsOf(body: WebhookFieldsBody): WebhookFields {
  const { url, description, topics, languages, namespaces, isOn, withNames } = body
  return {
    url,
    description,
    topics: topics && new Set(topics),
    languages: languages && new Set(languages),
    namespaces: namespaces && new Set(namespaces),
    isOn,
    withNames,
  }
}

/** Path and query of a URL can be its secret, so the log names only the host. */
async function audit(
  w: Writer,
  deed: AuditDeed<Extract<AuditKind, `webhook.${string}`>>,
  { projectId, url }: WebhookRow,
  { origin }: Caller,
): Promise<void> {
  await recordAudit(w, { ...deed, projectId, origin, target: new URL(url).origin })
}
