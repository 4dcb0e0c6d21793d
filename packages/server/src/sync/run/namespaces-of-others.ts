import { matchFile, pathFor, spellLanguage } from '@dragoman/formats'
import {
  type FileRow,
  gitSource,
  listFiles,
  listSources,
  operationById,
  type Reader,
  type SourceRow,
} from '@dragoman/store'
import type { CatalogChange } from '../catalog-change.ts'

export type NamespacesRequest = {
  readonly projectId: number
  readonly sourceId: number
  /** All files of the source. */
  readonly rows: readonly FileRow[]
  readonly changes: readonly CatalogChange[]
}

/**
 * Returns namespaces whose files are in other sources of the project, or will be: this one creates no files for
 * them, although its pattern can have a place for any namespace. Of a namespace that is new in the catalog, only the
 * first source with a place for it creates files.
 */
export async function namespacesOfOthers(
  r: Reader,
  { projectId, sourceId, rows, changes }: NamespacesRequest,
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
  const sources = await withWritableFirst(r, await listSources(r, projectId))
  for (const { files } of unknown)
    for (const { language, namespace } of files.filter(isUnknown)) {
      const first = sources.find(({ pattern }) => hasPlace(pattern, language, namespace))
      if (first !== undefined && first.id !== sourceId) others.add(namespace)
    }
  return others
}

/** Returns the sources by age, after those that are written those that are not. */
async function withWritableFirst(r: Reader, sources: readonly SourceRow[]): Promise<readonly SourceRow[]> {
  if (sources.length < 2) return sources
  const readOnly: SourceRow[] = []
  for (const row of sources) {
    const mode = row.kind === 'git' ? (await gitSource(r, row.id))?.mode : undefined
    if (!row.writable || mode === 'read-only') readOnly.push(row)
  }
  return [...sources.filter((row) => !readOnly.includes(row)), ...readOnly]
}

function hasPlace(pattern: string, language: string, namespace: string): boolean {
  const path = pathFor(pattern, spellLanguage(language, [], pattern), namespace)
  return matchFile(pattern, path)?.namespace === namespace
}
