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
  const places = unknown.flatMap(({ files }) => files.filter(isUnknown))
  const sources = await listSources(r, projectId)
  for (const namespace of new Set(places.map((file) => file.namespace))) {
    if (others.has(namespace)) continue
    const { language } = places.find((file) => file.namespace === namespace) ?? { language: '' }
    const first = await firstToCreate(
      r,
      sources.filter(({ pattern }) => hasPlace(pattern, language, namespace)),
    )
    if (first !== null && first.id !== sourceId) others.add(namespace)
  }
  return others
}

/** Returns the oldest source that is written, else the oldest; null if there is none. */
async function firstToCreate(r: Reader, sources: readonly SourceRow[]): Promise<SourceRow | null> {
  // Asks for one source after the other: most often the oldest is written.
  for (const row of sources) {
    if (!row.writable) continue
    if (row.kind !== 'git' || (await gitSource(r, row.id))?.mode !== 'read-only') return row
  }
  return sources[0] ?? null
}

function hasPlace(pattern: string, language: string, namespace: string): boolean {
  const path = pathFor(pattern, spellLanguage(language, [], pattern), namespace)
  return matchFile(pattern, path)?.namespace === namespace
}
