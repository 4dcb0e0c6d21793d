import { z } from 'zod'
import { jobSchema } from './areas/jobs.ts'

/**
 * Events of `GET /api/projects/{project}/events` (server-sent events). A listener that reconnects with
 * `Last-Event-ID` continues after that event, on any server of the same database. If the server does not have
 * the event any more, the listener gets `reset` and reloads everything.
 */
export const liveEventSchema = z.discriminatedUnion('type', [
  /** The first event of a new stream, which can be resumed from here on. */
  z.object({ type: z.literal('joined') }),
  z.object({
    type: z.literal('changed'),
    revision: z.number(),
    operationId: z.number(),
    /** Null: too many to name. */
    translations: z
      .array(z.object({ keyId: z.number(), language: z.string(), version: z.number() }))
      .nullable(),
    keys: z.array(z.number()).nullable(),
  }),
  /** `isScan`: the uses in the code of the app were replaced. */
  z.object({ type: z.literal('files'), isScan: z.literal(true).optional() }),
  z.object({ type: z.literal('project') }),
  /** A background job was added, has progressed or ended. */
  z.object({ type: z.literal('job'), job: jobSchema }),
  z.object({ type: z.literal('suggestion'), keyId: z.number(), language: z.string() }),
  z.object({ type: z.literal('comment'), keyId: z.number() }),
  z.object({ type: z.literal('task') }),
  /** A release was created or renamed, or a channel was added, moved, changed or removed. */
  z.object({ type: z.literal('releases') }),
  /** A webhook was added, changed, turned off or removed, or its deliveries started or stopped failing. */
  z.object({ type: z.literal('webhooks') }),
  /**
   * Members, groups, invitations or tokens changed. With `by`, the listener's own rights changed, and it is
   * the name of the person who changed them.
   */
  z.object({ type: z.literal('members'), by: z.string().optional() }),
  /** The listener's notifications have changed. */
  z.object({ type: z.literal('notifications') }),
  /**
   * Everyone who has the project open now, and their location in it. The event has no id, because none of it
   * is stored. Sent only to members whose stream specifies its window (`?window=`).
   */
  z.object({
    type: z.literal('presence'),
    people: z.array(
      z.object({
        /** `user:3` */
        id: z.string(),
        name: z.string(),
        language: z.string().nullable(),
        keyId: z.number().nullable(),
      }),
    ),
  }),
  z.object({ type: z.literal('reset') }),
])
export type LiveEvent = z.output<typeof liveEventSchema>
