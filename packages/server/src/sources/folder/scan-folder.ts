import { readdir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { type FoundFile, formatFor, isIgnoredFolder } from '@dragoman/formats'
import { TEMPORARY_SUFFIX } from './replace-file.ts'

/** Folders looked into at most: somebody may point at a whole disk. */
const FOLDERS_MAX = 20_000
const DEPTH_MAX = 20

/** All files of a folder, from `below` on, that could be locale files, by relative path with `/`. What cannot be read is passed over. */
export async function scanFolder(folder: string, below = ''): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = []
  const open: { path: string; depth: number }[] = [{ path: below, depth: 0 }]
  for (let looked = 0; open.length > 0 && looked < FOLDERS_MAX; looked++) {
    const { path, depth } = open.pop() ?? { path: '', depth: 0 }
    const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => []) // one locked folder must not hide the others
    for (const entry of entries) {
      const child = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory()) {
        if (depth < DEPTH_MAX && !isIgnoredFolder(entry.name)) open.push({ path: child, depth: depth + 1 })
      } else if (entry.isFile() && !entry.name.endsWith(TEMPORARY_SUFFIX) && formatFor(child).format !== null) {
        const info = await stat(join(folder, child)).catch(() => null)
        if (info !== null) found.push({ path: child, bytes: info.size })
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
