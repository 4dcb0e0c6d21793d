import { Failure } from '@dragoman/contract'
import { type JobRow, recordAudit, type Writer } from '@dragoman/store'
import { requireActor } from '../access/require-actor.ts'
import { requireSomeReview } from '../access/require-on-text.ts'
import { requirePerson } from '../access/require-person.ts'
import type { Deps } from '../deps.ts'
import type { JobCaller } from '../jobs/job-kind.ts'
import { CONNECT, type ConnectPayload } from './connect-job.ts'
import { addFolder } from './folder/connect-folder.ts'
import { realOf, requireOwnFolder, requireSeparateFolder } from './folder/require-connectable.ts'
import { scanPattern } from './folder/scan-folder.ts'
import { addRepository, type RepositoryToConnect } from './git/connect/connect-repository.ts'
import { pathsOfBranch } from './git/connect/paths-of-branch.ts'
import { requireFreeRequestBranch } from './git/connect/request-branch-name.ts'
import { requireOwnNamespaces } from './git/connect/require-own-namespaces.ts'
import { namespacesOf } from './shared-namespace.ts'

export type AgainDeps = Pick<Deps, 'store' | 'now' | 'folders' | 'backups' | 'repositories'>

/** Connects in a transaction and returns the payload of the job. */
type ConnectAgain = (w: Writer, job: JobRow) => Promise<ConnectPayload>

/**
 * Checks whether a caller can connect the folder or repository that a failed job has disconnected, like one that was
 * never connected; returns what connects it again. Throws what connecting throws, and `not-found` for a job that did not
 * store what it connected.
 */
export async function prepareConnectAgain(
  deps: AgainDeps,
  job: JobRow,
  caller: JobCaller,
): Promise<ConnectAgain> {
  requirePerson(caller)
  const { files, repository, countAsReviewed } = CONNECT.payloadOf(job)
  if (countAsReviewed) requireSomeReview(caller, job.projectId)
  if (repository !== undefined)
    return prepareRepository(deps, { projectId: job.projectId, repository, caller })
  if (files !== undefined) return prepareFolder(deps, { projectId: job.projectId, files, caller })
  throw new Failure('not-found', { what: 'source' })
}

type Again = { readonly projectId: number; readonly caller: JobCaller }

async function prepareFolder(
  deps: AgainDeps,
  { projectId, files, caller }: Again & { readonly files: NonNullable<ConnectPayload['files']> },
): Promise<ConnectAgain> {
  const { folder, pattern } = files
  const actor = requireActor(caller)
  await requireOwnFolder(deps, actor, folder)
  const where = { folder: await realOf(folder), projectId, actor }
  const { found } = await scanPattern(folder, pattern)
  const namespaces = namespacesOf(pattern, found)
  return async (w, job) => {
    await requireSeparateFolder(w, deps, where)
    const entry = { kind: 'source.added', projectId, target: folder, details: {} } as const
    await recordAudit(w, { ...entry, origin: caller.origin })
    const createdAt = deps.now().toISOString()
    const source = await addFolder(w, projectId, { ...files, namespaces, createdAt })
    return { ...CONNECT.payloadOf(job), sourceId: source.id }
  }
}

async function prepareRepository(
  deps: AgainDeps,
  { projectId, repository: place, caller }: Again & { readonly repository: RepositoryToConnect },
): Promise<ConnectAgain> {
  const { repository, branch, pattern, mode, settings } = place
  const paths = await pathsOfBranch(deps, { ...place, projectId })
  return async (w, job) => {
    const entry = { kind: 'source.added', projectId, target: repository } as const
    await recordAudit(w, { ...entry, origin: caller.origin, details: { branch, mode } })
    await requireOwnNamespaces(w, { repository, branch, projectId, pattern, paths })
    await requireFreeRequestBranch(w, { repository, branch: settings.pullRequestBranch, sourceId: null })
    const source = await addRepository(w, projectId, place, deps.now().toISOString())
    return { ...CONNECT.payloadOf(job), sourceId: source.id }
  }
}
