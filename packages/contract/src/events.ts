import {
  type ActorId,
  EVENT_VERSIONS,
  type EventKind,
  type EventPayloads,
  OPERATION_KINDS,
} from '@dragoman/core'
import { z } from 'zod'
import { paramsSchema } from './schemas.ts'

/** The payload of each kind of event: `EventPayloads` as schemas, for reading the table. */
const payloads = {
  'events.started': z.object({}),
  'content.changed': z.object({
    revision: z.number(),
    operationId: z.number(),
    version: z.number().default(0),
    operation: z.object({ kind: z.enum(OPERATION_KINDS), keysAdded: z.number() }).nullish(),
    languages: z.array(z.object({ language: z.string(), what: z.enum(['added', 'removed']) })).optional(),
    files: z.array(z.object({ language: z.string(), namespace: z.string(), texts: z.number().default(0) })),
    namespaces: z.array(z.object({ namespace: z.string(), keys: z.number() })).default([]),
    moved: z.array(z.object({ from: z.string(), to: z.string(), keys: z.number() })).optional(),
    translations: z
      .array(z.object({ keyId: z.number(), language: z.string(), version: z.number() }))
      .nullable(),
    keys: z.array(z.number()).nullable(),
  }),
  'project.created': z.object({}),
  'project.changed': z.object({}),
  'project.deleted': z.object({}),
  'source.added': z.object({ sourceId: z.number() }),
  'source.removed': z.object({ sourceId: z.number() }),
  'source.moved': z.object({ sourceId: z.number() }),
  'source.problem-changed': z.object({ sourceId: z.number() }),
  'source.compare-requested': z.object({
    sourceId: z.number(),
    request: z.string(),
    sends: z.boolean().optional(),
    hears: z.boolean().optional(),
  }),
  'source.compared': z.object({
    sourceId: z.number(),
    request: z.string(),
    changed: z.number(),
    failure: z.object({ code: z.string(), params: paramsSchema }).optional(),
  }),
  'files.changed': z.object({ isScan: z.boolean().optional() }),
  'branch.changed': z.object({ branchId: z.number(), what: z.enum(['opened', 'closed', 'removed']) }),
  'conflict.resolved': z.object({ language: z.string(), namespace: z.string() }),
  'job.changed': z.object({ jobId: z.number(), hasEnded: z.boolean().default(false) }),
  'user.created': z.object({ userId: z.number() }),
  'user.changed': z.object({ userId: z.number(), by: z.string().optional() }),
  'membership.changed': z.object({ userId: z.number(), by: z.string().optional() }),
  'session.started': z.object({ userId: z.number() }),
  'session.ended': z.object({ sessionHash: z.string() }),
  'group.changed': z.object({
    groupId: z.number(),
    userIds: z.array(z.number()).nullable().optional(),
  }),
  'invitation.changed': z.object({ invitationId: z.number() }),
  'token.changed': z.object({ tokenId: z.number() }),
  'suggestion.changed': z.object({
    suggestionId: z.number(),
    keyId: z.number(),
    language: z.string(),
    what: z.enum(['added', 'edited', 'voted', 'accepted', 'rejected', 'withdrawn', 'reopened']),
  }),
  'translation.rejected': z.object({ rejectionId: z.number(), keyId: z.number(), language: z.string() }),
  'comment.changed': z.object({
    commentId: z.number(),
    threadId: z.number(),
    keyId: z.number(),
    language: z.string().nullable(),
    what: z.enum(['added', 'edited', 'removed', 'resolved', 'reopened', 'moved']),
  }),
  'task.changed': z.object({
    taskId: z.number(),
    what: z.enum(['added', 'changed', 'done', 'reopened', 'removed']),
    isWorkChanged: z.boolean().optional(),
  }),
  'webhook.changed': z.object({
    webhookId: z.number(),
    what: z.enum(['changed', 'removed', 'turned-off', 'wanted']),
  }),
  'channel.changed': z.object({
    channel: z.string(),
    what: z.enum(['added', 'changed', 'moved', 'removed']),
    release: z.number().nullable(),
  }),
  'release.created': z.object({ number: z.number() }),
  'scheduled-move.changed': z.object({
    moveId: z.number(),
    what: z.enum(['added', 'changed', 'cancelled', 'done', 'failed']),
  }),
  'notifications.changed': z.object({ userIds: z.array(z.number()).nullable() }),
} as const satisfies { readonly [K in EventKind]: z.ZodType<EventPayloads[K]> }

/** A parsed event. */
export type DomainEvent = {
  readonly [K in EventKind]: {
    readonly kind: K
    readonly projectId: number | null
    readonly actorId: ActorId | null
    /** ISO time, by the database's clock. */
    readonly at: string
    readonly payload: EventPayloads[K]
  }
}[EventKind]

/** A row of the events table. */
export type StoredEvent = {
  readonly kind: string
  readonly version: number
  readonly projectId: number | null
  readonly actorId: ActorId | null
  readonly at: string
  readonly payload: unknown
}

/**
 * Parses an event of this or another version of the program, and upgrades older versions if possible. Returns
 * null if it cannot be understood: subscribers must then assume that anything in its project could have
 * changed.
 */
export function readEvent({ kind, version, payload, ...rest }: StoredEvent): DomainEvent | null {
  if (!isEventKind(kind) || !(EVENT_VERSIONS[kind] === version || isOlderOf(kind, version))) return null
  const parsed = payloads[kind].safeParse(payload)
  // the schema belongs to the kind
  return parsed.success ? ({ ...rest, kind, payload: parsed.data } as DomainEvent) : null
}

/** Returns whether an earlier program version wrote it; the schema fills in missing fields. */
function isOlderOf(kind: EventKind, version: number): boolean {
  return (kind === 'content.changed' || kind === 'job.changed') && version === 1
}

function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(payloads, kind)
}
