import { Failure, type JobKindName } from '@dragoman/contract'
import {
  addJob,
  cancelJob,
  type JobRow,
  type JobStarter,
  jobById,
  restartJob,
  type Writer,
} from '@dragoman/store'
import type { JobKind } from './job-kind.ts'
import type { JobRunner } from './job-runner.ts'
import { kindOf, type RunningJobs } from './running-jobs.ts'

export type JobRequestsParts = {
  readonly kinds: ReadonlyMap<JobKindName, JobKind>
  readonly running: Pick<RunningJobs, 'cancel'>
  readonly time: () => string
  /** Called when a job can start. */
  readonly wake: () => void
}

/** Changes the rows of jobs as people request it, wherever the jobs run. */
export function jobRequests({
  kinds,
  running,
  time,
  wake,
}: JobRequestsParts): Pick<JobRunner, 'add' | 'cancel' | 'rerun'> {
  return {
    async add(w, { kind, unit }, job) {
      const { maxAttempts } = kindOf(kinds, kind)
      const row = await addJob(w, { ...job, kind, unit, maxAttempts, at: time() })
      w.afterCommit(wake)
      return row
    },
    async cancel(write, id, how, by) {
      const row = await write((w) => cancelJob(w, id, { how, by, at: time() }))
      if (row?.cancelRequested) running.cancel(id, row.cancelRequested)
      wake()
      return row
    },
    async rerun(write, id, startedBy) {
      return write(async (w) => {
        const job = await jobById(w, id)
        if (job?.state !== 'failed') return job
        const row = await restart(w, { ...job, startedBy }, kindOf(kinds, job.kind), time())
        w.afterCommit(wake)
        return row
      }, startedBy.id)
    },
  }
}

/** Restarts a failed job, with the rights of its new starter. Throws `still-running`. */
async function restart(
  w: Writer,
  job: JobRow & { readonly startedBy: JobStarter },
  { abandon, payloadAgain }: JobKind,
  at: string,
): Promise<JobRow> {
  const row = await restartJob(w, job.id, {
    at,
    startedBy: job.startedBy,
    payload: (await payloadAgain?.(w, job)) ?? job.payload,
    from: abandon === undefined ? 'cursor' : 'start',
  })
  if (row === null) throw new Failure('still-running')
  return row
}
