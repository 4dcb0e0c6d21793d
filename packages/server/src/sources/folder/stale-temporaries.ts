import { lstat, readdir, rm } from 'node:fs/promises'
import { holdFolder } from './hold-folder.ts'
import { ownerOfTemporary } from './temporary-name.ts'

/** For files of unknown owners: old enough that no one is writing them any more. */
const STALE_TEMPORARY_MS = 10_000

/**
 * Removes temporary files from these folders below `folder` that a crash between writing and renaming left,
 * if their process is gone.
 */
export async function removeStaleTemporaries(folder: string, below: ReadonlySet<string>): Promise<void> {
  for (const path of below) {
    // missing, or a link: nothing of ours is in there
    const held = await holdFolder(folder, path).catch(() => null)
    if (held === null) continue
    try {
      for (const name of await readdir(held.pathOf('.')).catch(() => [])) {
        const owner = ownerOfTemporary(name)
        if (owner === null || owner === 'alive') continue
        const place = held.pathOf(name)
        if (owner === 'dead' || (await isOld(place))) await rm(place, { force: true })
      }
    } finally {
      await held.close()
    }
  }
}

async function isOld(place: string): Promise<boolean> {
  const info = await lstat(place).catch(() => null)
  return info?.isFile() === true && Date.now() - info.mtimeMs > STALE_TEMPORARY_MS
}
