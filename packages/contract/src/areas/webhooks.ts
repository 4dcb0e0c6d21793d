import { LIMITS, WEBHOOK_TOPICS } from '@dragoman/core'
import { z } from 'zod'
import { NAMES_BODY_BYTES, route } from '../route.ts'
import {
  actorSchema,
  idSchema,
  languageSchema,
  namespaceSchema,
  pageQuery,
  projectParams,
  timeSchema,
} from '../schemas.ts'

const listOf = <T extends z.ZodType>(one: T) => z.array(one).min(1).max(LIMITS.limitedToMax).nullable()

const fieldsSchema = z.object({
  url: z.string().min(1).max(LIMITS.webAddressMax),
  description: z.string().max(LIMITS.nameMax).default(''),
  /** Null: all, including future ones. */
  topics: z.array(z.enum(WEBHOOK_TOPICS)).min(1).max(WEBHOOK_TOPICS.length).nullable().default(null),
  /** Null: all of them. */
  languages: listOf(languageSchema).default(null),
  namespaces: listOf(namespaceSchema).default(null),
  isOn: z.boolean().default(true),
  /** Whether people’s names are sent in addition to their ids. */
  withNames: z.boolean().default(false),
})
export type WebhookFieldsBody = z.output<typeof fieldsSchema>

const changeSchema = z.object({
  url: fieldsSchema.shape.url,
  description: z.string().max(LIMITS.nameMax),
  topics: z.array(z.enum(WEBHOOK_TOPICS)).min(1).max(WEBHOOK_TOPICS.length).nullable(),
  languages: listOf(languageSchema),
  namespaces: listOf(namespaceSchema),
  isOn: z.boolean(),
  withNames: z.boolean(),
})

const webhookSchema = z.object({
  id: z.number(),
  url: z.string(),
  description: z.string(),
  topics: z.array(z.enum(WEBHOOK_TOPICS)).nullable(),
  languages: z.array(z.string()).nullable(),
  namespaces: z.array(z.string()).nullable(),
  isOn: z.boolean(),
  withNames: z.boolean(),
  /** Why the program turned it off: its URL is gone, or deliveries failed for days. */
  disabledReason: z.enum(['gone', 'failing']).nullable(),
  /** When deliveries started to fail; null: the last one succeeded. */
  failingSince: timeSchema.nullable(),
  /** The end of the time in which deliveries are also signed with the previous secret. */
  formerSecretUntil: timeSchema.nullable(),
  createdAt: timeSchema,
  createdBy: actorSchema,
})
export type WebhookReply = z.output<typeof webhookSchema>

const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const

const deliverySchema = z.object({
  id: z.number(),
  /** `webhook-id` of the request, the same on every attempt. */
  messageId: z.string(),
  type: z.string(),
  state: z.enum(DELIVERY_STATES),
  createdAt: timeSchema,
  /** Time of the next attempt; null: none. */
  nextAt: timeSchema.nullable(),
  attempts: z.number(),
  attemptedAt: timeSchema.nullable(),
  /** Status of the response to the last attempt, or the reason why there was none. */
  status: z.number().nullable(),
  reason: z.string().nullable(),
  durationMs: z.number().nullable(),
})
export type WebhookDeliveryReply = z.output<typeof deliverySchema>

const webhookParams = projectParams.extend({ webhook: idSchema })
const deliveryParams = webhookParams.extend({ delivery: idSchema })
/** `secret` is returned only this once. */
const createdSchema = z.object({ webhook: webhookSchema, secret: z.string() })

export const webhooks = {
  list: route({
    method: 'GET',
    path: '/projects/:project/webhooks',
    action: 'webhooks.manage',
    summary: 'List the webhooks of a project',
    params: projectParams,
    reply: z.object({ webhooks: z.array(webhookSchema), max: z.number() }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/:project/webhooks',
    action: 'webhooks.manage',
    by: 'person',
    summary: 'Add a webhook; its secret is returned only in this response',
    params: projectParams,
    body: fieldsSchema,
    bodyLimit: NAMES_BODY_BYTES,
    reply: createdSchema,
  }),
  update: route({
    method: 'PATCH',
    path: '/projects/:project/webhooks/:webhook',
    action: 'webhooks.manage',
    by: 'person',
    summary: 'Change a webhook, turn it off or on',
    params: webhookParams,
    body: changeSchema.partial(),
    bodyLimit: NAMES_BODY_BYTES,
    reply: webhookSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/:project/webhooks/:webhook',
    action: 'webhooks.manage',
    summary: 'Remove a webhook with its deliveries',
    params: webhookParams,
    reply: z.object({}),
  }),
  replaceSecret: route({
    method: 'POST',
    path: '/projects/:project/webhooks/:webhook/secret',
    action: 'webhooks.manage',
    by: 'person',
    summary: 'Replace the secret; deliveries are also signed with the previous one for a day',
    params: webhookParams,
    reply: createdSchema,
  }),
  test: route({
    method: 'POST',
    path: '/projects/:project/webhooks/:webhook/test',
    action: 'webhooks.manage',
    summary: 'Send a test, once, even if the webhook is off',
    params: webhookParams,
    reply: deliverySchema,
  }),
  deliveries: route({
    method: 'GET',
    path: '/projects/:project/webhooks/:webhook/deliveries',
    action: 'webhooks.manage',
    summary: 'List the deliveries of a webhook in the last 30 days, newest first',
    params: webhookParams,
    query: z.object({ ...pageQuery, state: z.enum(DELIVERY_STATES).optional() }),
    reply: z.object({ deliveries: z.array(deliverySchema), next: z.string().nullable() }),
  }),
  delivery: route({
    method: 'GET',
    path: '/projects/:project/webhooks/:webhook/deliveries/:delivery',
    action: 'webhooks.manage',
    summary: 'Get a delivery with its request and response',
    params: deliveryParams,
    /** `body`: JSON as it is sent. `response`: the beginning of the last response; null if there was none. */
    reply: z.object({ delivery: deliverySchema, body: z.string(), response: z.string().nullable() }),
  }),
  resend: route({
    method: 'POST',
    path: '/projects/:project/webhooks/:webhook/deliveries/:delivery/send',
    action: 'webhooks.manage',
    summary: 'Send a delivery again, under the same id',
    params: deliveryParams,
    reply: deliverySchema,
  }),
}
