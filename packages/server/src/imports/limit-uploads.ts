import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@dragoman/contract'
import type { DiskSpace } from '../disk-space.ts'
import type { SizeOfUpload } from './upload-sizes.ts'

/** File of an upload with the id of its project. */
export const OWNER = 'project'

/** How many uploads of a project can wait, and how many bytes their files can have together. */
export type WaitingLimits = { readonly uploads: number; readonly bytes: number }

export const WAITING_LIMITS: WaitingLimits = { uploads: 20, bytes: 2 * 1024 ** 3 }

/** Returns the id of the project of an upload, as text; null: there is no such upload. */
export async function ownerOf(folder: string): Promise<string | null> {
  return readFile(join(folder, OWNER), 'utf8').catch(() => null) // it was removed
}

/** Removes the oldest uploads of a project that are not in use, so that another one has room. */
export async function removeOldest(
  root: string,
  {
    projectId,
    isInUse,
    sizeOf,
    limits,
  }: {
    readonly projectId: number
    /** Asked right before an upload is removed, because an import can start meanwhile. */
    readonly isInUse: (folder: string) => Promise<boolean>
    readonly sizeOf: SizeOfUpload
    readonly limits: WaitingLimits
  },
): Promise<void> {
  const waiting: { readonly folder: string; readonly changed: number; readonly bytes: number }[] = []
  for (const name of await readdir(root)) {
    const folder = join(root, name)
    if ((await ownerOf(folder)) !== String(projectId)) continue
    const entry = await stat(folder).catch(() => null) // removed in the meantime
    if (entry !== null) waiting.push({ folder, changed: entry.mtimeMs, bytes: (await sizeOf(folder)).bytes })
  }
  let [uploads, bytes] = [1, 0]
  for (const upload of waiting.toSorted((a, b) => b.changed - a.changed)) {
    const isOver = uploads >= limits.uploads || bytes + upload.bytes > limits.bytes
    if (isOver && !(await isInUse(upload.folder))) await rm(upload.folder, { recursive: true, force: true })
    else {
      uploads++
      bytes += upload.bytes
    }
  }
}

/** Left free for everything else that the server writes, in bytes and as a share of a small disk. */
const RESERVED_BYTES = 2 * 1024 ** 3
const RESERVED_SHARE = 0.05

/** Throws `no-room` if the disk has hardly any room left: all uploads and the database share it. */
export function requireDiskSpace(disk: DiskSpace | null): void {
  if (disk !== null && disk.free < Math.min(RESERVED_BYTES, disk.total * RESERVED_SHARE))
    throw new Failure('no-room')
}
