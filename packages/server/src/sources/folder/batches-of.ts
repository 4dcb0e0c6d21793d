import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { matchFile } from '@dragoman/formats'
import type { SourceRow } from '@dragoman/store'

/** How much is merged at once. */
export type BatchSize = {
  readonly bytes: number
  /**
   * The files of a larger namespace come one after the other, those of this language first. Null: a namespace
   * is never divided.
   */
  readonly firstLanguage: string | null
}

/** Bounds memory, and a small project is one operation. */
export const SYNC_BATCH: BatchSize = { bytes: 4 * 1024 * 1024, firstLanguage: null }
/** What a job merges in one transaction: others wait no longer than for this. */
export const READING_BYTES = 512 * 1024

/** Whole namespaces together as long as they are small. */
export async function batchesOf(
  row: SourceRow,
  paths: readonly string[],
  size: BatchSize,
): Promise<string[][]> {
  const namespaces = new Map<string, { files: { path: string; bytes: number }[]; bytes: number }>()
  // By name, so that a project's namespaces come in an order that people expect.
  const placed = paths.map((path) => ({ path, namespace: matchFile(row.pattern, path)?.namespace }))
  const isFirst = (path: string) =>
    Number((matchFile(row.pattern, path)?.language ?? size.firstLanguage) === size.firstLanguage)
  placed.sort(
    (a, b) =>
      compareTexts(a.namespace ?? '', b.namespace ?? '') ||
      isFirst(b.path) - isFirst(a.path) ||
      compareTexts(a.path, b.path),
  )
  for (const { path, namespace } of placed) {
    if (namespace === undefined) continue
    const group = namespaces.get(namespace) ?? { files: [], bytes: 0 }
    const bytes = (await lstat(join(row.folder, path)).catch(() => null))?.size ?? 0
    group.files.push({ path, bytes })
    group.bytes += bytes
    namespaces.set(namespace, group)
  }
  const batches: string[][] = []
  let room = 0
  const put = (paths: readonly string[], bytes: number) => {
    const last = batches.at(-1)
    if (last !== undefined && bytes <= room) last.push(...paths)
    else {
      batches.push([...paths])
      room = size.bytes
    }
    room -= bytes
  }
  for (const { files, bytes } of namespaces.values()) {
    if (size.firstLanguage === null || bytes <= size.bytes) {
      put(
        files.map(({ path }) => path),
        bytes,
      )
    } else for (const file of files) put([file.path], file.bytes)
  }
  return batches
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
