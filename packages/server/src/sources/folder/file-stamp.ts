import { lstat, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderSource } from '@dragoman/store'
import { fixedPart } from './fixed-part.ts'

/** Returns a stamp that changes whenever a file is written or replaced; a rename keeps it. */
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

/** Returns the stamp of what is at a path; a missing file has its own. */
export async function stampOf(path: string): Promise<string> {
  const info = await lstat(path).catch(() => null)
  return info === null ? 'none' : stampFrom(info)
}

/**
 * Returns a stamp that changes when a connected folder, or the folder in it that has all files, is replaced.
 * Null if the folder is missing.
 */
export async function rootStampOf({
  folder,
  pattern,
}: Pick<FolderSource, 'folder' | 'pattern'>): Promise<string | null> {
  const info = await stat(folder).catch(() => null) // null if missing
  const below = await lstat(join(folder, fixedPart(pattern))).catch(() => null)
  return info === null ? null : `${info.ino} ${below?.ino ?? 'none'}`
}
