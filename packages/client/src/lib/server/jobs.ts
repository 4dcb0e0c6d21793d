import type { Job } from '@dragoman/contract'
import type { QueryClient } from '@tanstack/react-query'
import { jobQueries } from './queries.ts'

/** Puts what a live event says of a job into the list that is shown. */
export function keepJob(client: QueryClient, project: string, job: Job): void {
  client.setQueryData(jobQueries.list(project).queryKey, (jobs) => jobs && withJob(jobs, job))
}

export function withJob(jobs: readonly Job[], job: Job): Job[] {
  const isKnown = jobs.some(({ id }) => id === job.id)
  return isKnown ? jobs.map((old) => (old.id === job.id ? job : old)) : [job, ...jobs]
}

/** True until a job has ended. */
export function isRunning(job: Job): boolean {
  return job.state === 'waiting' || job.state === 'running'
}

/**
 * What *Undo* beside a job that has ended would undo. Null: nothing, or more than what it says: in a
 * connected folder files would change too.
 */
export function undoableOf(job: Job): number | null {
  if (isRunning(job) || job.kind === 'undo' || (job.kind === 'connect-folder' && job.state === 'done'))
    return null
  const { translations = 0, keysAdded = 0, languagesAdded = [] } = job.result ?? {}
  return translations + keysAdded + languagesAdded.length > 0 ? job.operationId : null
}

/** Shorter than this nobody has turned to something else, in milliseconds. */
const INSTANT_MS = 1000

/** Whether whoever asked for it has seen it done: there is no need to say so. */
export function wasInstant({ kind, state, createdAt, endedAt }: Job): boolean {
  if (kind === 'import' || kind === 'connect-folder' || kind === 'undo') return false
  return state === 'done' && endedAt !== null && Date.parse(endedAt) - Date.parse(createdAt) < INSTANT_MS
}

/** A folder of the project is being read in. */
export function isReadingFolder(jobs: readonly Job[]): boolean {
  return jobs.some((job) => job.kind === 'connect-folder' && isRunning(job))
}

/** Shorter than this a guess of the rest would be a lottery, in milliseconds. */
const GUESS_AFTER_MS = 3000

/** How long the job will take from now, in seconds, by its pace so far; null while that cannot be said. */
export function jobTimeLeft(
  job: Pick<Job, 'done' | 'total' | 'startedAt'>,
  nowMs: number = Date.now(),
): number | null {
  if (job.startedAt === null || job.total === null || job.done === 0) return null
  const runsMs = nowMs - Date.parse(job.startedAt)
  if (runsMs < GUESS_AFTER_MS) return null
  return Math.ceil(((runsMs / job.done) * Math.max(job.total - job.done, 0)) / 1000)
}
