import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupReply, type BackupSettings, Failure, type FileAnswer } from '@dragoman/contract'
import {
  BackupError,
  putSetting,
  type Reader,
  type Store,
  setting,
  verifyBackup,
  type Writer,
} from '@dragoman/store'
import { backupFolder, backupName } from './backup-folder.ts'
import type { Log } from './log.ts'
import { openLoop } from './open-loop.ts'

/** Backups in the data folder: created on request or when due; the oldest are deleted. */
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
  readonly verify: (name: string) => Promise<Verified>
  readonly remove: (name: string) => Promise<void>
  /** Creates a backup if the newest is older than configured. */
  readonly makeDue: () => Promise<void>
  /** Calls `makeDue` regularly. */
  readonly start: () => void
  readonly close: () => Promise<void>
}

type Verified = { readonly isWhole: boolean; readonly projects: number; readonly people: number }

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
  now,
  log,
  dataFolder,
}: {
  readonly store: Store
  readonly now: () => Date
  readonly log: Log
  readonly dataFolder: string
}): Backups {
  const folder = join(dataFolder, 'backups')
  const isSupported = store.dialect === 'sqlite'
  const files = backupFolder(folder)
  const { list, pathOf, read } = files
  let making: Promise<BackupReply> | null = null
  const loop = openLoop(makeDue, (error) => log({ level: 'error', event: 'backup-failed', error }))

  async function write(): Promise<BackupReply> {
    await files.create()
    const name = backupName(now())
    await store.backup(join(folder, name)).catch((error: unknown) => {
      throw error instanceof BackupError ? failureOf(error) : error
    })
    const { keep } = await store.read(readBackupSettings)
    await files.keepNewest(keep, name)
    return files.described(name)
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
    // One that was created while the clock was ahead is not the newest.
    const newest = (await list()).find(({ madeAt }) => Date.parse(madeAt) <= time)
    const age = newest === undefined ? Number.POSITIVE_INFINITY : time - Date.parse(newest.madeAt)
    if (age >= everyHours * HOUR_MS) await make()
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
    verify: async (name) => verified(await pathOf(name)),
    async remove(name) {
      await rm(await pathOf(name), { force: true })
    },
    makeDue,
    start() {
      if (isSupported) loop.start(POLL_MS)
    },
    async close() {
      await loop.close()
      await making?.catch(() => undefined) // the caller gets the failure
    },
  }
}

async function verified(path: string): Promise<Verified> {
  try {
    return { isWhole: true, ...(await verifyBackup(path)) }
  } catch (error) {
    if (error instanceof BackupError) return { isWhole: false, projects: 0, people: 0 }
    throw error
  }
}

function failureOf({ code, message }: BackupError): Failure {
  if (code === 'backup-unsupported') return new Failure('backup-unsupported')
  return message.startsWith('There is no room')
    ? new Failure('no-room')
    : new Failure('busy', { what: 'storage' })
}
