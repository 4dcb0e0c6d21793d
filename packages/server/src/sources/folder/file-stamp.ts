import { lstat, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceRow } from '@dragoman/store'
import { fixedPart } from './fixed-part.ts'

/** Changes whenever a file is written or replaced; a rename keeps it. */
export function stampFrom({
  ino,
  size,
  mtimeMs,
}: {
  readonly ino: number
  readonly size: number
  readonly mtimeMs: number
}): string {
  return `${ino} ${size} ${mtimeMs}`
}

/** The stamp of what stands at a path; a file that is gone has one of its own. */
export async function stampOf(path: string): Promise<string> {
  const info = await lstat(path).catch(() => null)
  return info === null ? 'none' : stampFrom(info)
}

/**
 * Changes when a connected folder, or the one in it that all files are in, is exchanged. Null: the folder is
 * away.
 */
export async function rootStampOf({
  folder,
  pattern,
}: Pick<SourceRow, 'folder' | 'pattern'>): Promise<string | null> {
  const info = await stat(folder).catch(() => null) // away is an answer
  const below = await lstat(join(folder, fixedPart(pattern))).catch(() => null)
  return info === null ? null : `${info.ino} ${below?.ino ?? 'none'}`
}
