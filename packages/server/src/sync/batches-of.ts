import { compareTexts } from '@dragoman/core'
import { matchFile } from '@dragoman/formats'
import type { ListedFile } from './source-files.ts'

/** How much is merged in one batch. */
export type BatchSize = {
  readonly bytes: number
  /** A larger namespace is divided: its files come one after the other. Null: it never is. */
  readonly divided: { readonly above: number; readonly firstLanguage: string } | null
}

/** Limits memory; a small project is one operation. */
export const SYNC_BATCH: BatchSize = { bytes: 4 * 1024 * 1024, divided: null }

/** Returns the batch size of a job, which shows progress after each batch and limits its memory. */
export function readingBatch(sourceLanguage: string): BatchSize {
  return { bytes: 512 * 1024, divided: { above: 16 * 1024 * 1024, firstLanguage: sourceLanguage } }
}

/**
 * Returns batches of files, with whole namespaces together as long as they are small. Files without a
 * namespace are left out.
 */
export function batchesOf(pattern: string, listed: readonly ListedFile[], size: BatchSize): string[][] {
  const namespaces = new Map<string, { files: ListedFile[]; bytes: number }>()
  const placed = listed.map((file) => ({ ...file, match: matchFile(pattern, file.path) }))
  const isFirst = (language: string | null | undefined) =>
    Number(size.divided === null || (language ?? size.divided.firstLanguage) === size.divided.firstLanguage)
  // By name, so that namespaces come in an order that people expect.
  placed.sort(
    (a, b) =>
      compareTexts(a.match?.namespace ?? '', b.match?.namespace ?? '') ||
      isFirst(b.match?.language) - isFirst(a.match?.language) ||
      compareTexts(a.path, b.path),
  )
  for (const { path, bytes, match } of placed) {
    if (match === null) continue
    const group = namespaces.get(match.namespace) ?? { files: [], bytes: 0 }
    group.files.push({ path, bytes })
    group.bytes += bytes
    namespaces.set(match.namespace, group)
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
    if (size.divided === null || bytes <= size.divided.above) {
      put(
        files.map(({ path }) => path),
        bytes,
      )
    } else for (const file of files) put([file.path], file.bytes)
  }
  return batches
}
