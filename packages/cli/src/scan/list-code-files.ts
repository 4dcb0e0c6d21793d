import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isIgnoredFolder } from '@dragoman/core'

const CODE = /\.(?:[cm]?[jt]sx?|vue)$/
/**
 * Declarations contain no calls, minified files are generated, and tests request keys that users never see.
 */
const LEFT_OUT = /(?:\.d\.[cm]?ts|[.-]min\.js|\.bundle\.js|\.(?:test|spec|cy|e2e)\.[cm]?[jt]sx?)$/
const TEST_FOLDERS: ReadonlySet<string> = new Set(['__tests__', '__mocks__', '__fixtures__'])
const DEPTH_MAX = 40

/** Lists the code files below a folder, sorted by path, relative and with `/`. Links are not followed. */
export async function listCodeFiles(folder: string): Promise<readonly string[]> {
  const found: string[] = []
  const open = [{ path: '', depth: 0 }]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    // An unreadable folder must not hide the others.
    const entries = await readdir(join(folder, at.path), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = at.path === '' ? entry.name : `${at.path}/${entry.name}`
      if (entry.isDirectory()) {
        if (at.depth < DEPTH_MAX && !isIgnoredFolder(entry.name) && !TEST_FOLDERS.has(entry.name))
          open.push({ path, depth: at.depth + 1 })
      } else if (entry.isFile() && isCode(entry.name)) found.push(path)
    }
  }
  return found.sort()
}

/** Filters paths to those that `listCodeFiles` would list. */
export function codeFilesAmong(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => {
    const folders = path.split('/')
    const name = folders.pop() ?? ''
    return isCode(name) && !folders.some((folder) => isIgnoredFolder(folder) || TEST_FOLDERS.has(folder))
  })
}

function isCode(name: string): boolean {
  return CODE.test(name) && !LEFT_OUT.test(name)
}
