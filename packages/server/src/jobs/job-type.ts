import { JOBS, type JobKindName } from '@dragoman/contract'
import type { JobRow } from '@dragoman/store'

/** What those who add jobs of a kind and those who run them have to agree on. */
export type JobType<Kind extends JobKindName, Payload> = {
  readonly kind: Kind
  /** What the progress of such a job counts. */
  readonly unit: (typeof JOBS)[Kind]['unit']
  /** Returns what a job was added with. Throws if it is of another kind. */
  readonly payloadOf: (job: Pick<JobRow, 'kind' | 'payload'>) => Payload
}

/** Declares a kind of job. Payloads are stored as JSON, also by earlier versions: what they lacked is optional. */
export function jobType<Kind extends JobKindName, Payload>(kind: Kind): JobType<Kind, Payload> {
  return {
    kind,
    unit: JOBS[kind].unit,
    payloadOf(job) {
      if (job.kind !== kind) throw new Error(`A job of kind ${job.kind} has no payload of kind ${kind}`)
      return job.payload as Payload // The runner adds jobs of a kind only with its type.
    },
  }
}
