import { type EntryPath, isArrayIndex, pathOfName } from '@dragoman/core'
import { keysPage, type ProjectRow, pathsWithArrays, type Reader } from '@dragoman/store'

type NewNames = {
  readonly namespace: string
  readonly names: readonly string[]
  /** The path of the key so far, if it has one. */
  readonly old?: EntryPath
}

/**
 * Returns the paths of a key of a namespace under names that someone gave it, its own and its aliases. A nested or
 * flat key stays so; others are like the other keys of the namespace.
 */
export async function pathsForNames(
  r: Reader,
  project: ProjectRow,
  { namespace, names, old = [] }: NewNames,
): Promise<ReadonlyMap<string, EntryPath>> {
  if (names.length === 0) return new Map()
  const isNested = await isNestedKey(r, project, { namespace, old })
  const canBeIn = names.some((name) => name.split('.').some(isArrayIndex))
  const others = canBeIn ? await pathsWithArrays(r, project.id, namespace) : []
  return new Map(names.map((name) => [name, pathOfName(name, { isNested, old, others })]))
}

async function isNestedKey(
  r: Reader,
  project: ProjectRow,
  { namespace, old: [first, ...below] }: { readonly namespace: string; readonly old: EntryPath },
): Promise<boolean> {
  if (below.length > 0) return true
  if (typeof first === 'string' && first.includes('.')) return false
  return isNestedNamespace(r, project, namespace)
}

/** Nested unless the first keys of the namespace are flat, as i18next does by default. */
async function isNestedNamespace(r: Reader, project: ProjectRow, namespace: string): Promise<boolean> {
  const { rows } = await keysPage(r, {
    projectId: project.id,
    languages: [project.sourceLanguage],
    filter: { namespaces: [namespace] },
    limit: 200,
  })
  if (rows.some((row) => row.key.path.length > 1)) return true
  return !rows.some((row) => row.key.name.includes('.'))
}
