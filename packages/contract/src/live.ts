import { z } from 'zod'
import { jobSchema } from './areas/jobs.ts'

/**
 * Events of `GET /api/projects/{project}/events` (server-sent events). The event id is the project's
 * revision, so that a reader that comes back with `Last-Event-ID` gets what it missed, or `reset` when that
 * is no longer known: then it loads everything anew.
 */
export const liveEventSchema = z.discriminatedUnion('type', [
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
  z.object({ type: z.literal('reset'), revision: z.number() }),
])
export type LiveEvent = z.output<typeof liveEventSchema>
