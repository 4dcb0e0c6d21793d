import { z } from 'zod'
import { jobSchema } from './areas/jobs.ts'

/**
 * Events of `GET /api/projects/{project}/events` (server-sent events). Each has an id, from which a reader
 * that comes back with `Last-Event-ID` goes on, on any server of the same database. Where that is no longer
 * known it gets `reset`: then it loads everything anew.
 */
export const liveEventSchema = z.discriminatedUnion('type', [
  /** The first of a new stream: from here on it can be resumed. */
  z.object({ type: z.literal('joined') }),
  z.object({
    type: z.literal('changed'),
    revision: z.number(),
    operationId: z.number(),
    /** Null: more than can be named. */
    translations: z
      .array(z.object({ keyId: z.number(), language: z.string(), version: z.number() }))
      .nullable(),
    keys: z.array(z.number()).nullable(),
  }),
  z.object({ type: z.literal('files') }),
  z.object({ type: z.literal('project') }),
  /** A background job was added, got further or ended. */
  z.object({ type: z.literal('job'), job: jobSchema }),
  z.object({ type: z.literal('suggestion'), keyId: z.number(), language: z.string() }),
  z.object({ type: z.literal('comment'), keyId: z.number() }),
  z.object({ type: z.literal('task') }),
  /** Members, groups, invitations or tokens. */
  z.object({ type: z.literal('members') }),
  /** What needs the listener is another than before. */
  z.object({ type: z.literal('notifications') }),
  z.object({ type: z.literal('reset') }),
])
export type LiveEvent = z.output<typeof liveEventSchema>
