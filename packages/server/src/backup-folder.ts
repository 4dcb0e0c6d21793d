import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type BackupReply, Failure, type FileAnswer } from '@dragoman/contract'

/** The backups in a folder. No other file of the folder is listed, read or deleted, except unfinished ones. */
export type BackupFolder = {
  /** Lists the backups, newest first. */
  readonly list: () => Promise<readonly BackupReply[]>
  /** Creates the folder if it does not exist. */
  readonly create: () => Promise<void>
  /**
   * Deletes what a killed server had copied: a whole database, with its secrets. No other process creates backups here,
   * because the data folder is locked. Call it only while none is being created.
   */
  readonly removeUnfinished: () => Promise<void>
  /** Throws if there is no such backup. */
  readonly described: (name: string) => Promise<BackupReply>
  /**
   * Deletes all but the newest ones up to `made`, which was just created. Those with a later time are the first to be
   * deleted: the clock was ahead when they were created.
   */
  readonly keepNewest: (count: number, made: string) => Promise<void>
  /** Throws `not-found` unless there is such a backup. */
  readonly pathOf: (name: string) => Promise<string>
  /** Throws `not-found`. */
  readonly read: (name: string) => Promise<FileAnswer>
}

const NAME = /^dragoman-\d{8}T\d{9}Z\.db$/
/** The names that `backupSqlite` gives to a copy, with the files of SQLite next to it. */
const UNFINISHED = /^dragoman-\d{8}T\d{9}Z\.db\.part(-wal|-shm|-journal)?$/

/** Returns the name of the backup that is created at this time. */
export function backupName(at: Date): string {
  return `dragoman-${at.toISOString().replace(/[-:.]/g, '')}.db`
}

export function backupFolder(folder: string): BackupFolder {
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

  async function pathOf(name: string): Promise<string> {
    const isThere = NAME.test(name) && (await stat(join(folder, name)).catch(() => null)) !== null
    if (!isThere) throw new Failure('not-found', { what: 'backup' })
    return join(folder, name)
  }

  return {
    list,
    async create() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },
    async removeUnfinished() {
      const names = await readdir(folder).catch(() => [])
      for (const name of names.filter((one) => UNFINISHED.test(one)))
        await rm(join(folder, name), { force: true })
    },
    described,
    async keepNewest(count, made) {
      const all = await list()
      const byAge = [...all.filter(({ name }) => name <= made), ...all.filter(({ name }) => name > made)]
      for (const old of byAge.slice(count)) await rm(join(folder, old.name), { force: true })
    },
    pathOf,
    async read(name) {
      const file = await open(await pathOf(name))
      const { size: sizeBytes } = await file.stat()
      // Node has types of its own for the same stream.
      const bytes = Readable.toWeb(file.createReadStream()) as FileAnswer['bytes']
      return { fileName: name, sizeBytes, bytes }
    },
  }
}
