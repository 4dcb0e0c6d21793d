import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type BackupFailureReply,
  type BackupReply,
  type BackupSettings,
  Failure,
  type FileAnswer,
} from '@dragoman/contract'
import { DATABASE_FILE, putSetting, type Reader, type Store, setting, type Writer } from '@dragoman/store'
import { backupFolder, backupName } from './backup-folder.ts'
import type { VerifiedBackup } from './backup-tasks.ts'
import { diskSpaceOf } from './disk-space.ts'
import type { Log } from './log.ts'
import { openLoop } from './open-loop.ts'
import type { Workers } from './workers/open-workers.ts'

/**
 * Backups in the data folder: created on request or when due; the oldest are deleted. A thread of its own copies and
 * checks, because that would delay all requests.
 */
export type Backups = {
  /** PostgreSQL is backed up with its own tools. */
  readonly isSupported: boolean
  readonly folder: string
  readonly dataFolder: string
  readonly list: () => Promise<readonly BackupReply[]>
  /** Throws `still-running` while another one is created, `backup-unsupported`, `no-room`. */
  readonly make: () => Promise<BackupReply>
  /** Throws `not-found` unless there is such a backup. */
  readonly requireKnown: (name: string) => Promise<void>
  /** Throws `not-found`. */
  readonly read: (name: string) => Promise<FileAnswer>
  readonly verify: (name: string) => Promise<VerifiedBackup>
  readonly remove: (name: string) => Promise<void>
  /**
   * Creates a backup if the newest is older than configured. After a failure only an hour later, because every attempt
   * writes as much as the database has. Throws as `make` does.
   */
  readonly makeDue: () => Promise<void>
  /** The last one of `makeDue`, if it failed and none was created since. */
  readonly lastFailure: () => BackupFailureReply | null
  /** Deletes what was left of an unfinished backup, and then calls `makeDue` regularly. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

const SETTING = 'backups'
const NO_SCHEDULE: BackupSettings = { everyHours: null, keep: 7 }
const POLL_MS = 5 * 60_000
const HOUR_MS = 60 * 60_000

export async function readBackupSettings(r: Reader): Promise<BackupSettings> {
  const value = await setting(r, SETTING)
  const { everyHours, keep } = (value ?? NO_SCHEDULE) as BackupSettings // written by `putBackupSettings` only
  return { everyHours, keep }
}

export function putBackupSettings(w: Writer, settings: BackupSettings): Promise<void> {
  return putSetting(w, SETTING, settings)
}

export function openBackups({
  store,
  workers,
  now,
  log,
  dataFolder,
  freeBytes = async (folder) => (await diskSpaceOf(folder))?.free ?? null,
}: {
  readonly store: Store
  readonly workers: Workers
  readonly now: () => Date
  readonly log: Log
  readonly dataFolder: string
  /** Returns the free space of a folder's disk; null: unknown. */
  readonly freeBytes?: (folder: string) => Promise<number | null>
}): Backups {
  const folder = join(dataFolder, 'backups')
  const isSupported = store.dialect === 'sqlite'
  const files = backupFolder(folder)
  const { list, pathOf, read } = files
  let making: Promise<BackupReply> | null = null
  let lastFailure: BackupFailureReply | null = null
  const loop = openLoop(makeDue, logFailed)

  function logFailed(error: unknown): void {
    log({ level: 'error', event: 'backup-failed', error })
  }

  async function write(): Promise<BackupReply> {
    await files.create()
    await files.removeUnfinished()
    await requireRoom()
    const name = backupName(now())
    await workers.run('makeBackup', { toFile: join(folder, name) }, { isAlone: true })
    const { keep } = await store.read(readBackupSettings)
    await files.keepNewest(keep, name)
    lastFailure = null
    return files.described(name)
  }

  /** Throws `no-room` instead of filling the disk, on which the database needs room too. */
  async function requireRoom(): Promise<void> {
    const free = await freeBytes(folder)
    const database = await stat(join(dataFolder, DATABASE_FILE)).catch(() => null) // the copy reports why
    if (free !== null && database !== null && free < database.size) throw new Failure('no-room')
  }

  async function make(): Promise<BackupReply> {
    if (!isSupported) throw new Failure('backup-unsupported')
    if (making !== null) throw new Failure('still-running')
    making = write()
    try {
      return await making
    } finally {
      making = null
    }
  }

  async function makeDue(): Promise<void> {
    const { everyHours } = await store.read(readBackupSettings)
    if (everyHours === null || making !== null) return
    const time = now().getTime()
    const sinceFailure = lastFailure === null ? null : time - Date.parse(lastFailure.at)
    // Negative: the clock was set back.
    if (sinceFailure !== null && sinceFailure >= 0 && sinceFailure < HOUR_MS) return
    // One that was created while the clock was ahead is not the newest.
    const newest = (await list()).find(({ madeAt }) => Date.parse(madeAt) <= time)
    const age = newest === undefined ? Number.POSITIVE_INFINITY : time - Date.parse(newest.madeAt)
    if (age < everyHours * HOUR_MS || making !== null) return
    try {
      await make()
    } catch (error) {
      const isFull = error instanceof Failure && error.code === 'no-room'
      lastFailure = { code: isFull ? 'no-room' : 'not-written', at: new Date(time).toISOString() }
      throw error
    }
  }

  return {
    isSupported,
    folder,
    dataFolder,
    list,
    make,
    async requireKnown(name) {
      await pathOf(name)
    },
    read,
    verify: async (name) => workers.run('examineBackup', { file: await pathOf(name) }, { isAlone: true }),
    async remove(name) {
      await rm(await pathOf(name), { force: true })
    },
    makeDue,
    lastFailure: () => lastFailure,
    async start() {
      if (!isSupported) return
      if (making === null) await files.removeUnfinished().catch(logFailed)
      loop.start(POLL_MS)
    },
    async close() {
      await loop.close()
      await making?.catch(() => undefined) // the caller gets the failure
    },
  }
}
