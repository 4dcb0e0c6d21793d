import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { matchFile, type SkipReason } from '@dragoman/formats'
import type { FolderSource } from '@dragoman/store'
import { couldHold } from './could-hold.ts'
import { scanPattern } from './scan-folder.ts'

/** A path below the folder, and why nothing is read from it or written to it. */
export type LeftOut = { readonly path: string; readonly reason: 'link' | SkipReason }

export type LeftOutList = {
  /** Sorted by path. */
  readonly list: () => readonly LeftOut[]
  readonly has: (path: string) => boolean
  /** Scans the folder again. */
  readonly look: () => Promise<void>
  /** Keeps those of the links found that are where files of the pattern could be. */
  readonly keep: (links: readonly string[]) => Promise<void>
}

/** Remembers what is left out of a folder; calls `onChange` when the list changes. */
export function findLeftOut(
  { folder, pattern }: Pick<FolderSource, 'folder' | 'pattern'>,
  onChange: () => void,
): LeftOutList {
  let known: readonly LeftOut[] = []

  async function couldBeOurs(path: string): Promise<boolean> {
    if (matchFile(pattern, path) !== null) return true
    const target = await stat(join(folder, path)).catch(() => null) // a broken link is no folder
    return target?.isDirectory() === true && couldHold(pattern, path)
  }

  async function keep(links: readonly string[]): Promise<void> {
    const found: LeftOut[] = []
    for (const path of links) if (await couldBeOurs(path)) found.push({ path, reason: 'link' })
    found.sort((a, b) => (a.path < b.path ? -1 : 1))
    const isSame =
      found.length === known.length && found.every(({ path }, index) => path === known[index]?.path)
    known = found
    if (!isSame) onChange()
  }

  return {
    list: () => known,
    has: (path) => known.some((one) => one.path === path),
    look: async () => keep((await scanPattern(folder, pattern)).links),
    keep,
  }
}
