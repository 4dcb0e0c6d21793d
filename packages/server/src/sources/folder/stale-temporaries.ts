import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { TEMPORARY_SUFFIX } from './replace-file.ts'

const STALE_TEMPORARY_MS = 10_000

/** A crash between writing and renaming leaves a temporary file; a young one may belong to somebody at work. */
export async function removeStaleTemporaries(folder: string, below: ReadonlySet<string>): Promise<void> {
  for (const place of below) {
    const names = await readdir(join(folder, place)).catch(() => [])
    for (const name of names) {
      if (!name.startsWith('.') || !name.endsWith(TEMPORARY_SUFFIX)) continue
      const path = join(folder, place, name)
      const info = await stat(path).catch(() => null)
      if (info !== null && Date.now() - info.mtimeMs > STALE_TEMPORARY_MS) await rm(path, { force: true })
    }
  }
}
