import { lstat, readdir, rm } from 'node:fs/promises'
import { holdFolder } from './hold-folder.ts'
import { ownerOfTemporary } from './temporary-name.ts'

/** Of owners that cannot be asked: old enough that nobody writes it any more. */
const STALE_TEMPORARY_MS = 10_000

/**
 * A crash between writing and renaming leaves a temporary file: those whose process is gone are removed from
 * these folders below `folder`.
 */
export async function removeStaleTemporaries(folder: string, below: ReadonlySet<string>): Promise<void> {
  for (const path of below) {
    // gone, or a link: nothing of ours is in there
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
