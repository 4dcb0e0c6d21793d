import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { isIgnoredFolder } from '@dragoman/core'
import { formatFor, matchFile } from '@dragoman/formats'
import { errorCode } from './file-fault.ts'
import { fixedParts, foldersNamed } from './fixed-part.ts'
import { holdFolder, LinkError } from './hold-folder.ts'
import { TEMPORARY_SUFFIX } from './temporary-name.ts'

export type FolderScan = {
  /** Relative paths of the files, with `/`. */
  readonly found: readonly string[]
  /** Links to files or folders, which are never followed. */
  readonly links: readonly string[]
  /** False if there were more folders than could be scanned. */
  readonly isWhole: boolean
}

/** Maximum number of folders that are scanned: someone can choose a whole disk. */
const FOLDERS_MAX = 20_000
const DEPTH_MAX = 20
/** Folders read in parallel: a disk answers several requests as fast as one. */
const AT_ONCE = 16

/**
 * Returns all files of a folder, from `below` on, whose names can be those of locale files. Never looks
 * behind a link, even if `below` is reached through one. Skips what cannot be read. `withinMs` limits the
 * time.
 */
export async function scanFolder(
  folder: string,
  below = '',
  { withinMs = Number.POSITIVE_INFINITY, pattern = null }: ScanOptions = {},
): Promise<FolderScan> {
  const named = pattern === null ? null : foldersNamed(pattern)
  const isIgnored = (name: string) => isIgnoredFolder(name) && named?.has(name) !== true
  const isLocaleFile = (path: string) =>
    formatFor(path).format !== null || (pattern !== null && isNamedFile(pattern, path))
  const until = performance.now() + withinMs
  const found: string[] = []
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
      // One unreadable folder must not hide the others.
      places.map(({ path }) => readdir(join(folder, path), { withFileTypes: true }).catch(() => [])),
    )
    for (const [i, { path, depth }] of places.entries()) {
      for (const entry of lists[i] ?? []) {
        const child = path === '' ? entry.name : `${path}/${entry.name}`
        if (entry.isSymbolicLink()) {
          if (!isIgnored(entry.name)) links.push(child)
        } else if (entry.isDirectory()) {
          if (depth < DEPTH_MAX && !isIgnored(entry.name)) open.push({ path: child, depth: depth + 1 })
        } else if (entry.isFile() && !entry.name.endsWith(TEMPORARY_SUFFIX) && isLocaleFile(child))
          found.push(child)
      }
    }
  }
  return { found, links, isWhole: open.length === 0 }
}

export type ScanOptions = {
  readonly withinMs?: number
  /** Folders and files that it names are not ignored. */
  readonly pattern?: string | null
}

/** Whether a pattern spells out the name of a file: `package.json` of `locales/{lng}/package.json`. */
function isNamedFile(pattern: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isNamed = pattern.split('|').some((one) => one.slice(one.lastIndexOf('/') + 1) === name)
  return isNamed && matchFile(pattern, path) !== null
}

/** Does the same wherever files of the pattern can be. */
export async function scanPattern(
  folder: string,
  pattern: string,
  options: Pick<ScanOptions, 'withinMs'> = {},
): Promise<FolderScan> {
  const scans = await Promise.all(
    fixedParts(pattern).map((part) => scanFolder(folder, part, { ...options, pattern })),
  )
  return {
    found: scans.flatMap(({ found }) => found),
    links: scans.flatMap(({ links }) => links),
    isWhole: scans.every(({ isWhole }) => isWhole),
  }
}

/** Returns the first link among the folders of a path; null if there is none. */
export async function linkOnTheWay(folder: string, path: string): Promise<string | null> {
  try {
    const held = await holdFolder(folder, path)
    await held.close()
    return null
  } catch (error) {
    if (error instanceof LinkError) return error.path
    if (errorCode(error) !== '') return null // missing or unreadable: the scan finds nothing there
    throw error
  }
}

/** Converts a path of the operating system below `folder` to the form in the catalog. */
export function relativePath(folder: string, path: string): string {
  const below = path.startsWith(folder) ? path.slice(folder.length) : path
  return below
    .split(sep)
    .filter((step) => step !== '')
    .join('/')
}
