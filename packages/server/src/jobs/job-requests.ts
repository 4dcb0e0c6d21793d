import { Failure, type JobKindName } from '@dragoman/contract'
import { addJob, cancelJob, jobById, restartJob } from '@dragoman/store'
import { requireActor } from '../access/require-actor.ts'
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
    async rerun(caller, job) {
      if (job.state !== 'failed') return job
      const startedBy = requireActor(caller)
      const { abandon, prepareAgain } = kindOf(kinds, job.kind)
      const payloadAgain = await prepareAgain?.(job, caller)
      return caller.write(async (w) => {
        const failed = await jobById(w, job.id)
        if (failed?.state !== 'failed') return failed
        const row = await restartJob(w, job.id, {
          at: time(),
          startedBy,
          payload: (await payloadAgain?.(w, failed)) ?? failed.payload,
          from: abandon === undefined ? 'cursor' : 'start',
        })
        if (row === null) throw new Failure('still-running')
        w.afterCommit(wake)
        return row
      }, startedBy.id)
    },
  }
}
