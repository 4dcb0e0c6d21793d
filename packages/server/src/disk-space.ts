import { statfs } from 'node:fs/promises'

/** Free and all bytes of a disk. */
export type DiskSpace = { readonly free: number; readonly total: number }

/** Returns the space of the disk of a folder; null: its file system does not report it. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace | null> {
  const disk = await statfs(folder).catch(() => null)
  return disk && { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }
}
