import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { formatFor, isIgnoredFolder } from '@dragoman/formats'
import { TEMPORARY_SUFFIX } from './replace-file.ts'

/** A file that was found below the folder; the path is relative, with `/`. */
export type FoundFile = { readonly path: string }

/** Folders looked into at most: somebody may point at a whole disk. */
const FOLDERS_MAX = 20_000
const DEPTH_MAX = 20
/** Folders read side by side: a disk answers several questions as fast as one. */
const AT_ONCE = 16

/** All files of a folder, from `below` on, that could be locale files by their names. What cannot be read is passed over. */
export async function scanFolder(folder: string, below = ''): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = []
  const open: { path: string; depth: number }[] = [{ path: below, depth: 0 }]
  for (let looked = 0; open.length > 0 && looked < FOLDERS_MAX; ) {
    const places = open.splice(-AT_ONCE)
    looked += places.length
    const lists = await Promise.all(
      // One locked folder must not hide the others.
      places.map(({ path }) => readdir(join(folder, path), { withFileTypes: true }).catch(() => [])),
    )
    for (const [i, { path, depth }] of places.entries()) {
      for (const entry of lists[i] ?? []) {
        const child = path === '' ? entry.name : `${path}/${entry.name}`
        if (entry.isDirectory()) {
          if (depth < DEPTH_MAX && !isIgnoredFolder(entry.name)) open.push({ path: child, depth: depth + 1 })
        } else if (entry.isFile() && !entry.name.endsWith(TEMPORARY_SUFFIX) && formatFor(child).format !== null) found.push({ path: child })
      }
    }
  }
  return found
}

/** A path of the operating system below `folder`, as it is kept in the catalog. */
export function relativePath(folder: string, path: string): string {
  const below = path.startsWith(folder) ? path.slice(folder.length) : path
  return below
    .split(sep)
    .filter((step) => step !== '')
    .join('/')
}
