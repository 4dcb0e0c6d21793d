import { matchFile } from '@dragoman/formats'
import { listFiles, listSources, type Reader, type SourceRow } from '@dragoman/store'

/** A namespace that two sources of a project would share, and the files that have it. */
type SharedNamespace = { readonly namespace: string; readonly pattern: string }

/**
 * Returns a namespace that new files would share with another source of the project: the keys of both would be one
 * list, and be written into all of these files. Null if there is none.
 */
export async function sharedNamespace(
  r: Reader,
  {
    projectId,
    namespaces,
    isSame,
  }: {
    readonly projectId: number
    readonly namespaces: ReadonlySet<string>
    /** Whether a source has the same files: it is refused for that reason. */
    readonly isSame: (source: SourceRow) => boolean
  },
): Promise<SharedNamespace | null> {
  const others = (await listSources(r, projectId)).filter((row) => !isSame(row))
  if (others.length === 0) return null
  const patterns = new Map(others.map(({ id, pattern }) => [id, pattern]))
  for (const { sourceId, namespace } of await listFiles(r, { projectId })) {
    const pattern = patterns.get(sourceId)
    if (pattern !== undefined && namespaces.has(namespace)) return { namespace, pattern }
  }
  return null
}

/** Returns the namespaces of the files that match a pattern. */
export function namespacesOf(pattern: string, paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => matchFile(pattern, path)?.namespace ?? []))
}
