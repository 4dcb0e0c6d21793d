import { matchFile } from '@dragoman/formats'
import { listSources, type Reader } from '@dragoman/store'
import { unusableRepository } from './unusable-repository.ts'

/**
 * Throws `unusable-repository` if other files of the branch are in the project with one of the same
 * namespaces: the keys of both would be one list, and be written into all of these files.
 */
export async function requireOwnNamespaces(
  r: Reader,
  {
    projectId,
    repository,
    branch,
    pattern,
    paths,
  }: {
    readonly projectId: number
    readonly repository: string
    readonly branch: string
    readonly pattern: string
    /** Files of the branch. */
    readonly paths: readonly string[]
  },
): Promise<void> {
  const others = (await listSources(r, projectId)).filter(
    (row) => row.kind === 'git' && row.repository === repository && row.branch === branch,
  )
  if (others.length === 0) return
  const own = namespacesOf(pattern, paths)
  for (const other of others) {
    if (other.pattern === pattern) continue
    const shared = [...namespacesOf(other.pattern, paths)].find((namespace) => own.has(namespace))
    if (shared !== undefined)
      throw unusableRepository('namespace-taken', { namespace: shared, pattern: other.pattern })
  }
}

function namespacesOf(pattern: string, paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => matchFile(pattern, path)?.namespace ?? []))
}
