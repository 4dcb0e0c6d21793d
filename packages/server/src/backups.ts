import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
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
import type { Log } from './log.ts'

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
  readonly verify: (
    name: string,
  ) => Promise<{ readonly isWhole: boolean; readonly projects: number; readonly people: number }>
  readonly remove: (name: string) => Promise<void>
  readonly start: () => void
  readonly close: () => Promise<void>
}

const SETTING = 'backups'
const NO_SCHEDULE: BackupSettings = { everyHours: null, keep: 7 }
const POLL_MS = 5 * 60_000
const HOUR_MS = 60 * 60_000
/** The names that `make` uses; no other file of the folder is listed, read or deleted. */
const NAME = /^dragoman-\d{8}T\d{9}Z\.db$/

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
  let making: Promise<BackupReply> | null = null
  let timer: NodeJS.Timeout | null = null

  async function list(): Promise<readonly BackupReply[]> {
    const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name))
    const found = await Promise.all(names.map((name) => described(name).catch(() => null))) // deleted
    return found.filter((one) => one !== null).sort((a, b) => (a.name < b.name ? 1 : -1))
  }

  async function described(name: string): Promise<BackupReply> {
    const { size } = await stat(join(folder, name))
    const time = name.slice('dragoman-'.length, -'.db'.length)
    const [, y, mo, d, h, mi, s, ms] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(time) ?? []
    return { name, madeAt: `${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z`, sizeBytes: size }
  }

  async function write(): Promise<BackupReply> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `dragoman-${now().toISOString().replace(/[-:.]/g, '')}.db`
    await store.backup(join(folder, name)).catch((error: unknown) => {
      throw error instanceof BackupError ? failureOf(error) : error
    })
    const { keep } = await store.read(readBackupSettings)
    for (const old of (await list()).slice(keep)) await rm(join(folder, old.name), { force: true })
    return described(name)
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

  /** Creates a backup if the newest is older than configured. */
  async function look(): Promise<void> {
    const { everyHours } = await store.read(readBackupSettings)
    if (everyHours === null || making !== null) return
    const [newest] = await list()
    const age = newest === undefined ? Number.POSITIVE_INFINITY : now().getTime() - Date.parse(newest.madeAt)
    if (age >= everyHours * HOUR_MS) await make()
  }

  async function pathOf(name: string): Promise<string> {
    const isThere = NAME.test(name) && (await stat(join(folder, name)).catch(() => null)) !== null
    if (!isThere) throw new Failure('not-found', { what: 'backup' })
    return join(folder, name)
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
    async read(name) {
      const file = await open(await pathOf(name))
      const { size: sizeBytes } = await file.stat()
      // Node has types of its own for the same stream.
      const bytes = Readable.toWeb(file.createReadStream()) as FileAnswer['bytes']
      return { fileName: name, sizeBytes, bytes }
    },
    async verify(name) {
      try {
        return { isWhole: true, ...(await verifyBackup(await pathOf(name))) }
      } catch (error) {
        if (error instanceof BackupError) return { isWhole: false, projects: 0, people: 0 }
        throw error
      }
    },
    async remove(name) {
      await rm(await pathOf(name), { force: true })
    },
    start() {
      if (!isSupported) return
      const checkSafely = () =>
        void look().catch((error: unknown) => log({ level: 'error', event: 'backup-failed', error }))
      timer ??= setInterval(checkSafely, POLL_MS).unref()
    },
    async close() {
      if (timer !== null) clearInterval(timer)
      await making?.catch(() => undefined) // the caller gets the failure
    },
  }
}

function failureOf({ code, message }: BackupError): Failure {
  if (code === 'backup-unsupported') return new Failure('backup-unsupported')
  return message.startsWith('There is no room')
    ? new Failure('no-room')
    : new Failure('busy', { what: 'storage' })
}
