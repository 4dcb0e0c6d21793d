import { type FileRow, listFiles, operationById, type Reader } from '@dragoman/store'
import type { CatalogChange } from '../catalog-change.ts'

export type NamespacesRequest = {
  readonly projectId: number
  /** All files of the source. */
  readonly rows: readonly FileRow[]
  readonly changes: readonly CatalogChange[]
}

/**
 * Returns namespaces whose files are only in other sources of the project: this one creates no files for
 * them, although its pattern can have a place for any namespace.
 */
export async function namespacesOfOthers(
  r: Reader,
  { projectId, rows, changes }: NamespacesRequest,
): Promise<ReadonlySet<string>> {
  const own = new Set(rows.map(({ namespace }) => namespace))
  const isUnknown = ({ namespace }: { readonly namespace: string }) => !own.has(namespace)
  const unknown = changes.filter(({ files }) => files.some(isUnknown))
  if (unknown.length === 0) return new Set()
  const others = new Set((await listFiles(r, { projectId })).filter(isUnknown).map((row) => row.namespace))
  // What another sync is importing has no rows yet.
  for (const { operationId, files } of unknown) {
    const operation = operationId === null ? null : await operationById(r, projectId, operationId)
    if (!operation?.actor.id?.startsWith('sync:')) continue
    for (const file of files) if (isUnknown(file)) others.add(file.namespace)
  }
  return others
}
