import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** The database, whose tables are compared themselves. */
const OF_DATABASE = /^data\/[^/]*(?:\.db(?:-wal|-shm|-journal)?|\.lock|lock)$/

/** Returns a hash of every file below a folder, by its path; without those of the database. */
export async function fileHashes(root: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(root, path)
    if (!entry.isFile() || OF_DATABASE.test(name)) continue
    // It can be gone by now.
    const bytes = await readFile(path).catch(() => null)
    if (bytes !== null) found.set(name, createHash('sha256').update(bytes).digest('hex'))
  }
  return found
}
