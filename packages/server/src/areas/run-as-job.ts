import type { JobKindName } from '@dragoman/contract'
import { type JobRow, operationById } from '@dragoman/store'
import { requireActor } from '../access/require-actor.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/caller.ts'
import type { JobToAdd } from '../jobs/job-runner.ts'
import type { JobType } from '../jobs/job-type.ts'
import { failureOfJob } from '../jobs/present-job.ts'
import { presentOperation } from './present.ts'
import type { Done } from './run-operation.ts'

/** The answer of a job that a request has waited for. */
export type JobDone = Done & { readonly cancelled?: boolean }

/**
 * Adds a job in the caller's name, and waits until it ends; others continue meanwhile, the caller's next call too.
 * Throws why it failed.
 */
export async function runAsJob<Payload>(
  { jobs }: Pick<Deps, 'jobs'>,
  caller: Caller,
  type: JobType<JobKindName, Payload>,
  job: Omit<JobToAdd<Payload>, 'startedBy'>,
): Promise<JobRow> {
  const startedBy = requireActor(caller)
  const { id } = await caller.write((w) => jobs.add(w, type, { ...job, startedBy }))
  caller.endTurn()
  const ended = await jobs.ended(id)
  if (ended.problem !== null) throw failureOfJob(ended.problem)
  return ended
}

/** Returns the operation that a job has written, unless it was cancelled and undone. */
export async function operationOfJob({ store }: Pick<Deps, 'store'>, job: JobRow): Promise<JobDone> {
  const { projectId, operationId } = job
  const cancelled = job.state === 'cancelled' ? { cancelled: true } : {}
  const row = operationId === null ? null : await store.read((r) => operationById(r, projectId, operationId))
  const isTakenBack = job.state === 'cancelled' && row?.undoneBy !== null
  return { operation: row === null || isTakenBack ? null : presentOperation(row), ...cancelled }
}
