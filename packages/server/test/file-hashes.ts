import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** The database, whose tables are compared themselves. */
const OF_DATABASE = /^data\/[^/]*(?:\.db(?:-wal|-shm|-journal)?|\.lock|lock)$/

/**
 * Returns a hash of every file below a folder, by its path; without those of the database. The server continues
 * meanwhile: files and folders that are gone before they are read are left out.
 */
export async function fileHashes(root: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  await addFiles(root, root, found)
  return found
}

async function addFiles(root: string, folder: string, found: Map<string, string>): Promise<void> {
  for (const entry of (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name)
    const name = relative(root, path)
    if (entry.isDirectory()) await addFiles(root, path, found)
    if (!entry.isFile() || OF_DATABASE.test(name)) continue
    const bytes = await unlessGone(readFile(path))
    if (bytes !== null) found.set(name, createHash('sha256').update(bytes).digest('hex'))
  }
}

/** Returns null for a file or folder that does not exist. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
