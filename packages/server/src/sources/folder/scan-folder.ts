import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { formatFor, isIgnoredFolder } from '@dragoman/formats'
import { errorCode } from './file-fault.ts'
import { fixedParts } from './fixed-part.ts'
import { holdFolder, LinkError } from './hold-folder.ts'
import { TEMPORARY_SUFFIX } from './temporary-name.ts'

/** A file that was found below the folder; the path is relative, with `/`. */
export type FoundFile = { readonly path: string }

export type FolderScan = {
  readonly found: readonly FoundFile[]
  /** Links to files or folders, which are never followed. */
  readonly links: readonly string[]
  /** False where there were more folders than could be looked into. */
  readonly isWhole: boolean
}

/** Folders looked into at most: somebody may point at a whole disk. */
const FOLDERS_MAX = 20_000
const DEPTH_MAX = 20
/** Folders read side by side: a disk answers several questions as fast as one. */
const AT_ONCE = 16

/**
 * All files of a folder, from `below` on, that could be locale files by their names. Nothing is looked for
 * behind a link, also where `below` is reached through one. What cannot be read is passed over. `withinMs`
 * bounds how long it looks.
 */
export async function scanFolder(
  folder: string,
  below = '',
  { withinMs = Number.POSITIVE_INFINITY } = {},
): Promise<FolderScan> {
  const until = performance.now() + withinMs
  const found: FoundFile[] = []
  const links: string[] = []
  const linked = await linkOnTheWay(folder, below)
  if (linked !== null) return { found, links: [linked], isWhole: true }
  const open: { path: string; depth: number }[] = [{ path: below, depth: 0 }]
  for (
    let looked = 0;
    open.length > 0 && looked < FOLDERS_MAX && (looked === 0 || performance.now() < until);
  ) {
    const places = open.splice(-AT_ONCE)
    looked += places.length
    const lists = await Promise.all(
      // One locked folder must not hide the others.
      places.map(({ path }) => readdir(join(folder, path), { withFileTypes: true }).catch(() => [])),
    )
    for (const [i, { path, depth }] of places.entries()) {
      for (const entry of lists[i] ?? []) {
        const child = path === '' ? entry.name : `${path}/${entry.name}`
        if (entry.isSymbolicLink()) {
          if (!isIgnoredFolder(entry.name)) links.push(child)
        } else if (entry.isDirectory()) {
          if (depth < DEPTH_MAX && !isIgnoredFolder(entry.name)) open.push({ path: child, depth: depth + 1 })
        } else if (
          entry.isFile() &&
          !entry.name.endsWith(TEMPORARY_SUFFIX) &&
          formatFor(child).format !== null
        )
          found.push({ path: child })
      }
    }
  }
  return { found, links, isWhole: open.length === 0 }
}

/** As `scanFolder`, wherever files of the pattern may be. */
export async function scanPattern(folder: string, pattern: string): Promise<FolderScan> {
  const scans = await Promise.all(fixedParts(pattern).map((part) => scanFolder(folder, part)))
  return {
    found: scans.flatMap(({ found }) => found),
    links: scans.flatMap(({ links }) => links),
    isWhole: scans.every(({ isWhole }) => isWhole),
  }
}

/** The first link among the folders of a path; null: there is none. */
export async function linkOnTheWay(folder: string, path: string): Promise<string | null> {
  try {
    const held = await holdFolder(folder, path)
    await held.close()
    return null
  } catch (error) {
    if (error instanceof LinkError) return error.path
    if (errorCode(error) !== '') return null // gone or locked: the scan finds nothing there
    throw error
  }
}

/** A path of the operating system below `folder`, as it is kept in the catalog. */
export function relativePath(folder: string, path: string): string {
  const below = path.startsWith(folder) ? path.slice(folder.length) : path
  return below
    .split(sep)
    .filter((step) => step !== '')
    .join('/')
}
