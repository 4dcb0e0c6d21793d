import type { JobCancel, JobChange, JobRow, Writer } from '@dragoman/store'

/** What a kind of job is: declared once in `all.ts`, run by the runner. */
export type JobKind = {
  readonly kind: string
  /** `run-again`: after a crash it goes on from its cursor. `give-up`: it ends as failed. */
  readonly afterCrash: 'run-again' | 'give-up'
  /** Times it is tried before it has failed, with growing pauses between. */
  readonly maxAttempts: number
  /** Does the work. Throws to be tried again, `Failure` to end as failed at once. */
  readonly run: (context: JobContext) => Promise<JobEnd>
  /** Takes back what the job has done so far, before it ends as failed. */
  readonly abandon?: (context: JobContext) => Promise<void>
  /**
   * Makes ready what a job that has failed needs to run again, where its end has taken that away; gives its
   * new payload. A job of a kind with `abandon` begins anew, any other goes on from its cursor.
   */
  readonly payloadAgain?: (w: Writer, job: JobRow) => Promise<unknown>
}

export type JobEnd = {
  readonly state: 'done' | 'cancelled'
  readonly result?: unknown
  /** Removes what the job had needed, once its end is written down: before that it may have to run again. */
  readonly tidy?: () => Promise<void>
}

/** What a running job is given. */
export type JobContext = {
  readonly job: JobRow
  /** Aborted when the server closes: the job stops between two steps and goes on after the restart. */
  readonly signal: AbortSignal
  /** Asked between steps: how somebody wants the job to stop, or null. */
  readonly cancelRequested: () => JobCancel | null
  /** Tells the people watching how far it is, and keeps it for a restart now and then. */
  readonly report: (change: Omit<JobChange, 'cursor' | 'operationId'>) => void
  /**
   * One short transaction of the job. What the work returns is kept with it, so that a step is done and
   * noted, or neither. Throws JobLostError where the job belongs to another process by now.
   */
  readonly step: <T extends object>(work: (w: Writer) => Promise<T & JobChange>) => Promise<T & JobChange>
}
