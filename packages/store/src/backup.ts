import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { BackupError } from './errors.ts'
import { holdFolder } from './hold-folder.ts'
import { DATABASE_FILE } from './open-sqlite.ts'

/** Pages per step: other work runs between two steps. */
const PAGES = 2000

/** Copies the database into a file while it is being written to; the copy counts only after it was opened and found whole. */
export async function backupSqlite(fromFile: string, toFile: string): Promise<{ readonly sizeBytes: number }> {
  const unfinished = `${toFile}.part`
  await rm(unfinished, { force: true })
  const source = new Sqlite(fromFile, { readonly: true, fileMustExist: true })
  try {
    // An open read transaction keeps one moment in view; without it every commit elsewhere would start the copy anew.
    source.exec('begin')
    source.prepare('select count(*) from meta').get()
    await source.backup(unfinished, { progress: () => PAGES })
    examine(unfinished)
    await sync(unfinished)
    await rename(unfinished, toFile)
  } finally {
    source.close()
    for (const rest of [unfinished, `${unfinished}-wal`, `${unfinished}-shm`, `${unfinished}-journal`]) await rm(rest, { force: true })
  }
  return { sizeBytes: (await stat(toFile)).size }
}

/**
 * Puts a backup into a data folder that no process holds. The backup is examined first; what was there stays beside it under the name that is returned.
 * Throws BackupError and DatabaseHeldError.
 */
export async function restoreBackup(file: string, folder: string, at: string): Promise<{ readonly kept: string | null }> {
  examine(file)
  const release = await holdFolder(folder)
  try {
    const target = join(folder, DATABASE_FILE)
    const arriving = `${target}.part`
    await rm(arriving, { force: true })
    const source = new Sqlite(file, { readonly: true, fileMustExist: true })
    try {
      await source.backup(arriving)
    } finally {
      source.close()
    }
    examine(arriving)
    await sync(arriving)
    const kept = `${target}.before-restore-${at.replace(/[^0-9A-Za-z]/g, '')}`
    const had = await setAside(target, kept)
    await rename(arriving, target)
    return { kept: had ? kept : null }
  } finally {
    await release()
  }
}

/** Writes what is still in the log into the database first, so that the one file is whole. */
async function setAside(target: string, kept: string): Promise<boolean> {
  const there = await stat(target).catch(() => null)
  if (!there) return false
  try {
    const old = new Sqlite(target)
    old.pragma('wal_checkpoint(truncate)')
    old.close()
  } catch {
    // A damaged database is the best reason to restore: it is kept as it is.
  }
  await rename(target, kept)
  for (const suffix of ['-wal', '-shm']) await rename(`${target}${suffix}`, `${kept}${suffix}`).catch(() => undefined)
  return true
}

function examine(file: string): void {
  let database: Database | null = null
  try {
    database = new Sqlite(file, { readonly: true, fileMustExist: true })
    const verdict = database.pragma('integrity_check', { simple: true })
    if (verdict !== 'ok') throw new BackupError('backup-damaged', `The copy is not whole: ${String(verdict)}`)
    if (!database.prepare(`select value from meta where name = 'schema'`).get())
      throw new BackupError('backup-damaged', 'The file is no database of this program')
    const rows = database.prepare(
      'select (select count(*) from translation) as there, (select coalesce(sum(total), 0) from counts) as counted',
    )
    const { there, counted } = rows.get() as { there: number; counted: number }
    if (there !== counted) throw new BackupError('backup-damaged', `The copy has ${there} translations, its counts say ${counted}`)
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError('backup-damaged', error instanceof Error ? error.message : 'The file cannot be opened')
  } finally {
    database?.close()
  }
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
