import { WEBHOOK_TEST, WEBHOOK_TYPES, type WebhookType } from '@dragoman/core'
import { z } from 'zod'
import { stateSchema, timeSchema } from './schemas.ts'

/** Version of webhook messages. It increases with changes that break receivers. */
export const WEBHOOK_VERSION = 1

/** Maximum number of rows in one message; `total` is the full number. */
export const WEBHOOK_ROWS_MAX = 100

/** The actor: `user:3`, `sync:12`. The name is null if the webhook does not include names. */
const actorSchema = z.object({ id: z.string(), name: z.string().nullable() }).nullable()
const keySchema = z.object({ id: z.number(), namespace: z.string(), name: z.string() })

const rowParts = {
  by: actorSchema,
  at: timeSchema,
  /** The page in Dragoman. */
  url: z.string(),
}
const textParts = { key: keySchema, language: z.string(), ...rowParts }
const textSchema = z.object({ ...textParts, state: stateSchema, version: z.number() })
const countsSchema = z.object({
  keysAdded: z.number(),
  keysEdited: z.number(),
  keysRemoved: z.number(),
  texts: z.number(),
})

/** The rows of each type. */
export const webhookRows = {
  'texts.changed': textSchema,
  'texts.reviewed': textSchema,
  'texts.rejected': z.object({ ...textParts, rejectionId: z.number() }),
  'keys.changed': z.object({
    key: keySchema,
    what: z.enum(['added', 'edited', 'removed']),
    /** Previous namespace and name, if it was renamed or moved. */
    before: z.object({ namespace: z.string(), name: z.string() }).nullable(),
    ...rowParts,
  }),
  'languages.changed': z.object({ language: z.string(), what: z.enum(['added', 'removed']), ...rowParts }),
  'suggestions.changed': z.object({
    ...textParts,
    suggestionId: z.number(),
    what: z.enum(['added', 'edited', 'accepted', 'rejected', 'withdrawn', 'reopened']),
  }),
  'comments.changed': z.object({
    ...textParts,
    /** Null: for all languages. */
    language: z.string().nullable(),
    commentId: z.number(),
    threadId: z.number(),
    what: z.enum(['added', 'edited', 'removed', 'resolved', 'reopened']),
  }),
  'tasks.changed': z.object({
    taskId: z.number(),
    /** Null: the task was removed. */
    title: z.string().nullable(),
    what: z.enum(['added', 'changed', 'done', 'reopened', 'removed']),
    ...rowParts,
  }),
  'imports.finished': z.object({
    jobId: z.number(),
    state: z.enum(['done', 'failed', 'cancelled']),
    counts: countsSchema,
    ...rowParts,
  }),
  'sync.done': z.object({ operationId: z.number(), counts: countsSchema, ...rowParts }),
  'conflicts.changed': z.object({
    what: z.enum(['found', 'resolved']),
    language: z.string(),
    namespace: z.string(),
    /** Null, like the key, for a resolved conflict. */
    conflictId: z.number().nullable(),
    key: z.object({ id: z.number().nullable(), name: z.string() }).nullable(),
    ...rowParts,
  }),
  'members.changed': z.object({
    member: z.object({ id: z.string(), name: z.string().nullable() }),
    /** Null: no longer a member. */
    role: z.string().nullable(),
    ...rowParts,
  }),
} as const satisfies Record<WebhookType, z.ZodType>

export type WebhookRowOf<T extends WebhookType> = z.output<(typeof webhookRows)[T]>

const messageParts = {
  version: z.literal(WEBHOOK_VERSION),
  /** Time of the last event in it. */
  timestamp: timeSchema,
  project: z.object({ id: z.number(), slug: z.string(), name: z.string(), url: z.string() }),
}

/** Returns the schema of a delivery of a type. */
export function webhookMessageSchema(type: WebhookType) {
  return z.object({
    type: z.literal(type),
    ...messageParts,
    data: z.object({
      /** The full number; `rows` lists the first of them. */
      total: z.number(),
      rows: z.array(webhookRows[type]).max(WEBHOOK_ROWS_MAX),
    }),
  })
}

const testMessageSchema = z.object({
  type: z.literal(WEBHOOK_TEST),
  ...messageParts,
  data: z.object({ webhookId: z.number(), by: actorSchema }),
})

/** The schemas of all webhook messages, for the OpenAPI document. */
export const webhookMessages: readonly (readonly [type: string, schema: z.ZodType])[] = [
  ...WEBHOOK_TYPES.map((type) => [type, webhookMessageSchema(type)] as const),
  [WEBHOOK_TEST, testMessageSchema],
]
