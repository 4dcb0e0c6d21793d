import { lstat, rm } from 'node:fs/promises'
import { dropFileWrite, type FileWrite, fileBase, finishFileWrite, listFileWrites } from '@dragoman/store'
import type { SyncContext } from './context.ts'
import { errorCode } from './file-fault.ts'
import { holdFolder } from './hold-folder.ts'
import { hashOf, nameOf, parentOf, readFileInside } from './read-locale-file.ts'

/**
 * Finds out of each file that was being replaced when the process ended, or when the database failed, whether
 * it was: the temporary file is gone exactly if the rename was done. A folder that is away is asked the next
 * time.
 */
export async function recoverWrites({
  store,
  source,
  baseHashes,
}: Pick<SyncContext, 'store' | 'source' | 'baseHashes'>): Promise<void> {
  for (const write of await store.read((r) => listFileWrites(r, source.id))) {
    const { path, temporary } = write
    // away, or behind a link by now
    const held = await holdFolder(source.folder, parentOf(path)).catch(() => null)
    if (held === null) continue
    try {
      const place = held.pathOf(nameOf(temporary))
      const isThere = await exists(place)
      const base = await store.read((r) => fileBase(r, source.id, path))
      const isDone = !isThere && !(await stillHas(source.folder, write, base))
      await store.write(
        async (w) =>
          void (isDone
            ? await finishFileWrite(w, source.id, path, Date.now())
            : await dropFileWrite(w, source.id, path)),
      )
      baseHashes.delete(path)
      if (isThere) await rm(place, { force: true })
    } finally {
      await held.close()
    }
  }
}

/** Somebody else may have removed the temporary file: a file that is as it was has not been replaced. */
async function stillHas(
  folder: string,
  { path }: Pick<FileWrite, 'path'>,
  base: Uint8Array | null,
): Promise<boolean> {
  const file = await readFileInside(folder, path)
  return base !== null && file.kind === 'bytes' && file.hash === hashOf(base)
}

async function exists(place: string): Promise<boolean> {
  try {
    await lstat(place)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}
