import type { JobKindName } from '@dragoman/contract'
import type { JobCancel, JobChange, JobRow, Writer } from '@dragoman/store'
import type { Caller } from '../http/caller.ts'

/** The caller who runs a failed job again. */
export type JobCaller = Pick<Caller, 'write' | 'actor' | 'user' | 'origin'>

/** The work of a kind of job: listed in `all-jobs.ts`, run by the runner. */
export type JobKind<Kind extends JobKindName = JobKindName> = {
  readonly kind: Kind
  /** `run-again`: after a crash it continues from its cursor. `give-up`: it ends as failed. */
  readonly afterCrash: 'run-again' | 'give-up'
  /** Number of attempts, with growing pauses between, before it fails. */
  readonly maxAttempts: number
  /** Does the work. Throws to be retried, and `Failure` to fail immediately. */
  readonly run: (context: JobContext) => Promise<JobEnd>
  /** Undoes what the job has done so far, before it ends as failed; continues what an earlier call has undone. */
  readonly abandon?: (context: JobContext) => Promise<void>
  /**
   * Prepares a failed job to run again, if its end removed something it needs. Checks what the caller can do and what
   * is outside of the database, and returns what is done in the transaction: that returns its new payload. A job of a
   * kind with `abandon` starts over, any other continues from its cursor.
   */
  readonly prepareAgain?: (
    job: JobRow,
    caller: JobCaller,
  ) => Promise<(w: Writer, job: JobRow) => Promise<unknown>>
}

export type JobEnd = {
  readonly state: 'done' | 'cancelled'
  readonly result?: unknown
  /** Removes what the job needed, after its end is stored: before that it can have to run again. */
  readonly tidy?: () => Promise<void>
}

/** What a running job gets. */
export type JobContext = {
  readonly job: JobRow
  /** Aborted when the server closes: the job stops between two steps and continues after the restart. */
  readonly signal: AbortSignal
  /** Called between steps: how the job is asked to stop, or null. */
  readonly cancelRequested: () => JobCancel | null
  /** Aborted when the job is asked to stop, for work that waits for something else. */
  readonly cancelled: AbortSignal
  /** Reports progress to the people watching, and stores it now and then for a restart. */
  readonly report: (change: Omit<JobChange, 'cursor' | 'operationId'>) => void
  /**
   * Runs one short transaction of the job. What the work returns is stored with it, so that a step is both
   * done and recorded, or neither. Throws JobLostError if the job belongs to another process by now.
   */
  readonly step: <T extends object>(work: (w: Writer) => Promise<T & JobChange>) => Promise<T & JobChange>
}
