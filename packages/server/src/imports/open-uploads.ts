import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { openJobs, type Store } from '@dragoman/store'
import { type DiskSpace, diskSpaceOf } from '../disk-space.ts'
import type { Log } from '../log.ts'
import { oneAtATimeOfKey } from '../one-at-a-time.ts'
import { openLoop } from '../open-loop.ts'
import type { Workers } from '../workers/open-workers.ts'
import { IMPORT } from './import-type.ts'
import {
  OWNER,
  ownerOf,
  removeOldest,
  requireDiskSpace,
  WAITING_LIMITS,
  type WaitingLimits,
} from './limit-uploads.ts'
import { openReceiver, type ReceiveFile } from './receive-file.ts'
import type { UploadSize } from './upload-files.ts'
import { openUploadSizes } from './upload-sizes.ts'

/** Uploaded files, kept in the data folder until they are imported. */
export type Uploads = {
  /** Removes the oldest uploads of the project if it has too many that wait. Throws `no-room`. */
  readonly create: (projectId: number) => Promise<string>
  /** Returns the folder of a project's upload. Throws `not-found`. */
  readonly folderOf: (projectId: number, upload: string) => Promise<string>
  /** Runs work on a project's upload. Throws `not-found`, also if the upload is removed while it is used. */
  readonly use: <T>(projectId: number, upload: string, work: (folder: string) => Promise<T>) => Promise<T>
  readonly receive: ReceiveFile
  readonly remove: (folder: string) => Promise<void>
  /** Removes uploads that were not imported within a day, now and every hour. */
  readonly sweep: () => Promise<void>
  readonly close: () => Promise<void>
}

const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000
const SWEEP_EVERY_MS = 60 * 60_000

export type UploadsParts = {
  readonly root: string
  readonly workers: Pick<Workers, 'run'>
  readonly store: Pick<Store, 'read'>
  readonly log: Log
  /** How much one upload can contain. */
  readonly limits?: UploadSize
  /** How much of a project can wait. */
  readonly waiting?: WaitingLimits
  readonly diskSpace?: (folder: string) => Promise<DiskSpace | null>
}

export function openUploads({
  root,
  workers,
  store,
  log,
  limits = { files: LIMITS.archiveFilesMax, bytes: LIMITS.archiveBytesMax },
  waiting = WAITING_LIMITS,
  diskSpace = diskSpaceOf,
}: UploadsParts): Uploads {
  const loop = openLoop(removeForgotten, (error) =>
    log({ level: 'warn', event: 'uploads-not-removed', error }),
  )
  const inTurn = oneAtATimeOfKey()
  const sizeOf = openUploadSizes()
  const uses = openUses()

  async function requireDisk(): Promise<void> {
    requireDiskSpace(await diskSpace(root))
  }

  async function folderOf(projectId: number, upload: string): Promise<string> {
    const folder = join(root, upload)
    if ((await ownerOf(folder)) !== String(projectId)) throw new Failure('not-found', { what: 'upload' })
    return folder
  }

  /** The server can have been stopped for days in the middle of an import. */
  async function foldersInUse(): Promise<ReadonlySet<string>> {
    const imports = await store.read((r) => openJobs(r, IMPORT.kind))
    return new Set(imports.map((job) => IMPORT.payloadOf(job).folder))
  }

  async function removeForgotten(): Promise<void> {
    const names = await readdir(root).catch(() => []) // nothing was uploaded yet
    if (names.length === 0) return
    const inUse = await foldersInUse()
    for (const name of names) {
      const folder = join(root, name)
      const entry = await stat(folder).catch(() => null) // removed in the meantime
      const isForgotten = entry !== null && Date.now() - entry.mtimeMs > FORGOTTEN_AFTER_MS
      if (isForgotten && !inUse.has(folder)) await rm(folder, { recursive: true, force: true })
    }
  }

  return {
    folderOf,
    async use(projectId, upload, work) {
      const folder = await folderOf(projectId, upload)
      try {
        return await uses.during(folder, () => work(folder))
      } catch (error) {
        await folderOf(projectId, upload)
        throw error
      }
    },
    async create(projectId) {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await requireDisk()
      const isInUse = async (folder: string) => uses.has(folder) || (await foldersInUse()).has(folder)
      await inTurn(String(projectId), () =>
        removeOldest(root, { projectId, isInUse, sizeOf, limits: waiting }),
      )
      const upload = randomBytes(16).toString('hex')
      await mkdir(join(root, upload), { recursive: true, mode: 0o700 })
      await writeFile(join(root, upload, OWNER), String(projectId), { mode: 0o600 })
      return upload
    },

    receive: openReceiver({ workers, limits, sizeOf, requireDisk }),

    remove: (folder) => rm(folder, { recursive: true, force: true }),

    async sweep() {
      loop.start(SWEEP_EVERY_MS)
      loop.wake()
      await loop.idle()
    },

    close: loop.close,
  }
}

/** Counts how often each folder is used at the moment, to receive or to read files. */
function openUses() {
  const used = new Map<string, number>()
  return {
    has: (folder: string): boolean => used.has(folder),
    async during<T>(folder: string, work: () => Promise<T>): Promise<T> {
      used.set(folder, (used.get(folder) ?? 0) + 1)
      try {
        return await work()
      } finally {
        const left = (used.get(folder) ?? 1) - 1
        if (left === 0) used.delete(folder)
        else used.set(folder, left)
      }
    },
  }
}
