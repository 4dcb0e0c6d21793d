import { type JobRow, openJobs, type Reader } from '@dragoman/store'
import { type JobType, jobType } from '../jobs/job-type.ts'
import type { FolderToConnect } from './folder/connect-folder.ts'
import type { RepositoryToConnect } from './git/connect/connect-repository.ts'

/** Payload of the job that reads in a folder or a repository. */
export type ConnectPayload = {
  readonly sourceId: number
  /** Source language first, then in the order of the folder: all lists of languages look the same. */
  readonly languages: readonly string[]
  /** What was connected: a job that fails disconnects it. Missing if an earlier version added the job. */
  readonly files?: Omit<FolderToConnect, 'languages' | 'namespaces'>
  /** The same for a repository; its secrets are encrypted. */
  readonly repository?: RepositoryToConnect
  /** The translations that are read count as reviewed. */
  readonly countAsReviewed?: boolean
}

/** The job that reads in a folder or a repository. */
export const CONNECT: JobType<'connect-folder', ConnectPayload> = jobType('connect-folder')

/** Returns the job that reads in each source that is not read in yet, by id of the source. */
export async function sourcesOfJobs(r: Reader): Promise<ReadonlyMap<number, JobRow>> {
  const jobs = await openJobs(r, CONNECT.kind)
  return new Map(jobs.map((job) => [CONNECT.payloadOf(job).sourceId, job]))
}
