import { Failure } from '@dragoman/contract'
import type { JobRow, Writer } from '@dragoman/store'
import type { Deps } from '../deps.ts'
import { CONNECT, type ConnectPayload } from './connect-job.ts'
import { addFolder } from './folder/connect-folder.ts'
import { addRepository } from './git/connect/connect-repository.ts'

/**
 * Connects the folder or repository again that a failed job has disconnected. Throws `already-exists` if a
 * project has its files by now, and `not-found` for a job that did not store them.
 */
export async function connectAgain(
  w: Writer,
  { now }: Pick<Deps, 'now'>,
  job: JobRow,
): Promise<ConnectPayload> {
  const { projectId } = job
  const before = CONNECT.payloadOf(job)
  if (before.repository !== undefined) {
    const again = await addRepository(w, projectId, before.repository, now().toISOString())
    return { ...before, sourceId: again.id }
  }
  if (before.files === undefined) throw new Failure('not-found', { what: 'source' })
  const source = await addFolder(w, projectId, { ...before.files, createdAt: now().toISOString() })
  return { ...before, sourceId: source.id }
}
