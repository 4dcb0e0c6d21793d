import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { matchFile } from '@dragoman/formats'
import type { SourceRow } from '@dragoman/store'

/** Files of namespaces are merged together up to about this much text: bounds memory, and a small project is one operation. */
const BATCH_BYTES = 4 * 1024 * 1024

/** Whole namespaces together, about BATCH_BYTES of text at once. */
export async function batchesOf(row: SourceRow, paths: readonly string[]): Promise<string[][]> {
  const namespaces = new Map<string, { paths: string[]; bytes: number }>()
  // By name, so that a project's namespaces come in an order that people expect.
  const placed = paths.map((path) => ({ path, namespace: matchFile(row.pattern, path)?.namespace }))
  placed.sort((a, b) => compareTexts(a.namespace ?? '', b.namespace ?? '') || compareTexts(a.path, b.path))
  for (const { path, namespace } of placed) {
    if (namespace === undefined) continue
    const group = namespaces.get(namespace) ?? { paths: [], bytes: 0 }
    group.paths.push(path)
    group.bytes += (await lstat(join(row.folder, path)).catch(() => null))?.size ?? 0
    namespaces.set(namespace, group)
  }
  const batches: string[][] = []
  let room = 0
  for (const group of namespaces.values()) {
    const last = batches.at(-1)
    if (last !== undefined && group.bytes <= room) {
      last.push(...group.paths)
      room -= group.bytes
    } else {
      batches.push([...group.paths])
      room = BATCH_BYTES - group.bytes
    }
  }
  return batches
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
