import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { decodeHead, type FolderContent } from '../src/index.ts'

/** Returns the files of a folder on disk, for detection. */
export function diskContent(folder: string): {
  readonly paths: readonly string[]
  readonly content: FolderContent
} {
  const bytesOf = (path: string) => {
    const file = join(folder, path)
    return existsSync(file) && statSync(file).isFile() ? readFileSync(file) : new Uint8Array()
  }
  return {
    paths: readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .sort(),
    content: {
      head: async (path) => decodeHead(bytesOf(path).subarray(0, 8192)),
      bytes: async (path) => bytesOf(path),
      size: async (path) => bytesOf(path).length,
    },
  }
}
