import type { WebhookFieldsBody } from '@dragoman/contract'
import { type AuditKind, definedOf, LIMITS } from '@dragoman/core'
import {
  type AuditDeed,
  addWebhook,
  listWebhooks,
  type Reader,
  recordAudit,
  removeWebhook,
  replaceWebhookSecret,
  updateWebhook,
  type WebhookFields,
  type WebhookRow,
  type Writer,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { refusedField } from '../../refused-field.ts'
import { requireAddress } from '../../webhooks/webhook-address.ts'
import { FORMER_SECRET_MS, newWebhookSecret, sealWebhookSecret } from '../../webhooks/webhook-secret.ts'
import { webhookDeliveryHandlers } from './delivery-handlers.ts'
import { webhookOf } from './find-webhook.ts'
import { presentWebhook } from './present.ts'

export function webhooksHandlers(deps: Deps): Handlers['webhooks'] {
  const { now, outgoing, sealing } = deps
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
        await requireRoom(w, projectId)
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
        const fields = fieldsOf({
          url,
          description,
          topics: topics && [...topics],
          languages: listed(languages),
          namespaces: listed(namespaces),
          isOn,
          withNames,
          ...definedOf(body),
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

    ...webhookDeliveryHandlers(deps),
  }
}

async function requireRoom(r: Reader, projectId: number): Promise<void> {
  if ((await listWebhooks(r, projectId)).length < LIMITS.webhooksMax) return
  throw refusedField('/url', 'too-many-webhooks', { maximum: LIMITS.webhooksMax })
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
