import { isSameRepository, listSources, type Reader, type SourceRow } from '@dragoman/store'
import { namespacesOf, sharedNamespace } from '../../shared-namespace.ts'
import { unusableRepository } from './unusable-repository.ts'

/**
 * Throws `unusable-repository` if other files are in the project with one of the same namespaces: the keys of both
 * would be one list, and be written into all of these files.
 */
export async function requireOwnNamespaces(
  r: Reader,
  {
    projectId,
    repository,
    branch,
    pattern,
    paths,
    movedId = null,
  }: {
    readonly projectId: number
    readonly repository: string
    readonly branch: string
    readonly pattern: string
    /** Files of the branch. */
    readonly paths: readonly string[]
    /** The source whose files move there: it has namespaces already. */
    readonly movedId?: number | null
  },
): Promise<void> {
  const own = namespacesOf(pattern, paths)
  const isHere = (row: SourceRow) =>
    row.kind === 'git' && isSameRepository(row.repository, repository) && row.branch === branch
  const others = (await listSources(r, projectId)).filter((row) => isHere(row) && row.pattern !== pattern)
  for (const other of others) {
    const shared = [...namespacesOf(other.pattern, paths)].find((namespace) => own.has(namespace))
    if (shared !== undefined)
      throw unusableRepository('namespace-taken', { namespace: shared, pattern: other.pattern })
  }
  if (movedId !== null) return
  const isSame = (row: SourceRow) => isHere(row) && row.pattern === pattern
  const shared = await sharedNamespace(r, { projectId, namespaces: own, isSame })
  if (shared !== null) throw unusableRepository('namespace-taken', shared)
}
