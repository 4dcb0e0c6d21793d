import { Failure } from '@dragoman/contract'
import type { Actor } from '@dragoman/core'
import {
  createGitSource,
  createSource,
  type GitSource,
  isConnected,
  type JobRow,
  type NewGitSource,
  type Writer,
} from '@dragoman/store'
import type { Deps } from '../../../deps.ts'
import { CONNECT } from '../../connect-job.ts'

/** A branch whose files will belong to a project, and how to reach it. */
export type RepositoryToConnect = Pick<GitSource, 'repository' | 'branch' | 'pattern' | 'format'> &
  Omit<NewGitSource, 'sourceId' | 'projectId'>

export type ConnectRepositoryRequest = {
  readonly projectId: number
  readonly repository: RepositoryToConnect
  /** Source language first, then in the order of the repository. */
  readonly languages: readonly string[]
  readonly startedBy: Actor
  readonly countAsReviewed?: boolean
}

/**
 * Connects a branch of a repository; once the transaction is committed, a job reads its files. Throws
 * `already-exists` if a project has them.
 */
export async function connectRepository(
  w: Writer,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  { projectId, repository, languages, startedBy, countAsReviewed = false }: ConnectRepositoryRequest,
): Promise<{ readonly source: GitSource; readonly job: JobRow }> {
  const source = await addRepository(w, projectId, repository, now().toISOString())
  const payload = { sourceId: source.id, languages, repository, countAsReviewed }
  const job = await jobs.add(w, CONNECT, { projectId, payload, startedBy })
  return { source, job }
}

/** Inserts the rows of a repository. Throws `already-exists` if a project has its files. */
export async function addRepository(
  w: Writer,
  projectId: number,
  repository: RepositoryToConnect,
  createdAt: string,
): Promise<GitSource> {
  const { repository: address, branch, pattern, format, ...settings } = repository
  const place = { kind: 'git', repository: address, branch } as const
  if (await isConnected(w, place, pattern))
    throw new Failure('already-exists', { what: 'repository', repository: address })
  const source = await createSource(w, { ...place, projectId, pattern, format, writable: true, createdAt })
  await createGitSource(w, { ...settings, sourceId: source.id, projectId })
  return { ...place, id: source.id, pattern, format, writable: true, createdAt }
}
