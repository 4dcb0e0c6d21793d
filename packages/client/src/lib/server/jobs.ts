import type { Job } from '@dragoman/contract'
import type { QueryClient } from '@tanstack/react-query'
import { SHOWN_JOB_KINDS } from './job-kinds.ts'
import { jobQueries } from './queries.ts'

/** Updates the shown list with a job from a live event. */
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
 * Returns the operation that *Undo* next to a finished job would undo. Null if there is none, or if undoing
 * would affect more than stated.
 */
export function undoableOf(job: Job): number | null {
  if (isRunning(job) || SHOWN_JOB_KINDS[job.kind].canUndo?.(job) === false) return null
  const { translations = 0, keysAdded = 0, languagesAdded = [] } = job.result ?? {}
  return translations + keysAdded + languagesAdded.length > 0 ? job.operationId : null
}

/** Within this time, in milliseconds, no one has turned to something else. */
const INSTANT_MS = 1000

/** Whether the caller has seen the job finish, so that announcing it is unnecessary. */
export function wasInstant({ kind, state, createdAt, endedAt }: Job): boolean {
  if (SHOWN_JOB_KINDS[kind].isAlwaysAnnounced === true) return false
  return state === 'done' && endedAt !== null && Date.parse(endedAt) - Date.parse(createdAt) < INSTANT_MS
}

/** Whether a folder of the project is being imported. */
export function isReadingFolder(jobs: readonly Job[]): boolean {
  return jobs.some((job) => job.kind === 'connect-folder' && isRunning(job))
}

/** Within this time, in milliseconds, an estimate would be too unreliable. */
const GUESS_AFTER_MS = 3000

/** Estimates the job's remaining seconds by its speed so far; null if unknown. */
export function jobTimeLeft(
  job: Pick<Job, 'done' | 'total' | 'startedAt'>,
  nowMs: number = Date.now(),
): number | null {
  if (job.startedAt === null || job.total === null || job.done === 0) return null
  const runsMs = nowMs - Date.parse(job.startedAt)
  if (runsMs < GUESS_AFTER_MS) return null
  return Math.ceil(((runsMs / job.done) * Math.max(job.total - job.done, 0)) / 1000)
}
