import { type ActorId, EVENT_VERSIONS, type EventKind, type EventPayloads } from '@dragoman/core'
import { z } from 'zod'

/** What each kind of event says: `EventPayloads` as a schema, for what comes out of the table. */
const payloads = {
  'events.started': z.object({}),
  'content.changed': z.object({
    revision: z.number(),
    operationId: z.number(),
    files: z.array(z.object({ language: z.string(), namespace: z.string() })),
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
  'source.compare-requested': z.object({ sourceId: z.number(), request: z.string() }),
  'source.compared': z.object({ sourceId: z.number(), request: z.string(), changed: z.number() }),
  'files.changed': z.object({}),
  'conflict.resolved': z.object({ language: z.string(), namespace: z.string() }),
  'job.changed': z.object({ jobId: z.number() }),
  'user.created': z.object({ userId: z.number() }),
  'user.changed': z.object({ userId: z.number() }),
  'membership.changed': z.object({ userId: z.number() }),
  'session.started': z.object({ userId: z.number() }),
  'session.ended': z.object({ sessionHash: z.string() }),
  'group.changed': z.object({ groupId: z.number() }),
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
    what: z.enum(['added', 'edited', 'removed', 'resolved', 'reopened']),
  }),
  'task.changed': z.object({
    taskId: z.number(),
    what: z.enum(['added', 'changed', 'done', 'reopened', 'removed']),
  }),
  'notifications.changed': z.object({ userIds: z.array(z.number()).nullable() }),
} as const satisfies { readonly [K in EventKind]: z.ZodType<EventPayloads[K]> }

/** An event that was read and understood. */
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

/** A row of the table of events. */
export type StoredEvent = {
  readonly kind: string
  readonly version: number
  readonly projectId: number | null
  readonly actorId: ActorId | null
  readonly at: string
  readonly payload: unknown
}

/**
 * Reads an event of this or another version of the program. Null: it cannot be understood, so whoever follows
 * the events must take it that anything in its project may have changed. Versions that are older than this
 * program's and can be told from are brought up to date here.
 */
export function readEvent({ kind, version, payload, ...rest }: StoredEvent): DomainEvent | null {
  if (!isEventKind(kind) || EVENT_VERSIONS[kind] !== version) return null
  const parsed = payloads[kind].safeParse(payload)
  // the schema belongs to the kind
  return parsed.success ? ({ ...rest, kind, payload: parsed.data } as DomainEvent) : null
}

function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(payloads, kind)
}
