import { copyFile, open, rename, rm, stat, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { appendChecksum, readChecksum } from './backup-checksum.ts'
import type { SqliteConnection } from './driver/connection.ts'
import { openConnection } from './driver/open-connection.ts'
import { BackupError, DataFolderLockedError, DiskFullError } from './errors.ts'
import { explainSqlite, sqliteCode } from './explain-sqlite.ts'
import { lockDataFolder } from './lock-data-folder.ts'
import { DATABASE_FILE } from './open-sqlite.ts'
import { privateFile, privateFolder, privateIfThere } from './private-files.ts'

/** Pages per step: other work runs between two steps. */
const PAGES = 2000

/**
 * Copies the database into a file while it is being written to. Nobody but this user can read the copy; it
 * holds no sessions, and a checksum at its end. It counts only after it was opened and found whole. Throws
 * BackupError.
 */
export async function backupSqlite(
  fromFile: string,
  toFile: string,
): Promise<{ readonly sizeBytes: number }> {
  const unfinished = `${toFile}.part`
  try {
    await rm(unfinished, { force: true })
    await privateFile(unfinished)
    const source = openConnection(fromFile, { readonly: true })
    try {
      // An open read transaction keeps one moment in view; without it every commit elsewhere would start the
      // copy anew.
      source.exec('begin')
      source.prepare('select count(*) from meta').get([])
      await source.backup(unfinished, PAGES)
    } finally {
      source.close()
    }
    leaveOutSecrets(unfinished)
    examine(unfinished)
    await appendChecksum(unfinished)
    await sync(unfinished)
    await rename(unfinished, toFile)
    return { sizeBytes: (await stat(toFile)).size }
  } catch (error) {
    throw explainBackup(error, toFile)
  } finally {
    await removeWith(unfinished)
  }
}

/**
 * Puts a backup into a data folder that no process holds. The backup is examined first; what was there stays
 * beside it under the name that is returned. Throws BackupError and DatabaseHeldError.
 */
export async function restoreBackup(
  file: string,
  folder: string,
  at: string,
): Promise<{ readonly kept: string | null }> {
  await privateFolder(folder)
  const target = join(folder, DATABASE_FILE)
  const arriving = `${target}.part`
  const release = await lockDataFolder(folder)
  try {
    await removeWith(arriving)
    await privateFile(arriving)
    await copyWhole(file, arriving)
    leaveOutSecrets(arriving)
    examine(arriving)
    await sync(arriving)
    const kept = `${target}.before-restore-${at.replace(/[^0-9A-Za-z]/g, '')}`
    const had = await setAside(target, kept)
    await rename(arriving, target)
    return { kept: had ? kept : null }
  } catch (error) {
    throw explainBackup(error, target)
  } finally {
    await removeWith(arriving)
    await release()
  }
}

/** What is in a backup. Throws BackupError for one that is not as it was written, and for any other file. */
export async function verifyBackup(
  file: string,
): Promise<{ readonly projects: number; readonly people: number }> {
  const checksum = await readChecksum(file)
  if (checksum !== null && !checksum.isWhole)
    throw new BackupError('backup-damaged', `${file} is not as it was written: its checksum differs.`)
  examine(file)
  const database = openConnection(file, { readonly: true })
  try {
    const counts = database.prepare(
      'select (select count(*) from project) as projects, (select count(*) from user) as people',
    )
    return counts.get([]) as { projects: number; people: number } // the columns that were asked for
  } finally {
    database.close()
  }
}

/**
 * A copy of what a backup holds. A file without a checksum is taken as a database: it may have a log of
 * writes beside it.
 */
async function copyWhole(file: string, arriving: string): Promise<void> {
  const checksum = await readChecksum(file)
  if (checksum) {
    if (!checksum.isWhole)
      throw new BackupError(
        'backup-damaged',
        `${file} is not as it was written: its checksum differs. Take another backup.`,
      )
    await copyFile(file, arriving)
    await truncate(arriving, checksum.bytes)
    return
  }
  examine(file)
  const source = openConnection(file, { readonly: true })
  try {
    await source.backup(arriving, PAGES)
  } finally {
    source.close()
  }
}

/**
 * Sessions belong to the server that gave them out, and mails that wait are sent by the one that has them: a
 * restored copy would send them a second time. Also leaves the file without a log of writes beside it.
 */
function leaveOutSecrets(file: string): void {
  const copy = openConnection(file)
  try {
    copy.pragma('journal_mode = delete')
    copy.pragma('secure_delete = on')
    copy.exec('delete from session')
    for (const table of ['session_identity', 'sign_in_state', 'short_secret', 'api_token', 'mail']) {
      const isThere = copy.prepare(`select 1 from sqlite_master where name = '${table}'`).get([])
      if (isThere) copy.exec(`delete from ${table}`)
    }
  } finally {
    copy.close()
  }
}

async function removeWith(file: string): Promise<void> {
  for (const rest of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) await rm(rest, { force: true })
}

/** What stopped a backup, with the next step. */
function explainBackup(error: unknown, file: string): unknown {
  const code = sqliteCode(error)
  const options = { cause: error }
  if (error instanceof BackupError || error instanceof DataFolderLockedError) return error
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new BackupError(
      'backup-failed',
      `There is no folder ${dirname(file)}. Make it, or name another.`,
      options,
    )
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new BackupError(
      'backup-failed',
      `${dirname(file)} cannot be written to (${code}). Name another folder.`,
      options,
    )
  }
  if (code === 'ENOSPC' || code === 'EDQUOT' || explainSqlite(error) instanceof DiskFullError) {
    return new BackupError(
      'backup-failed',
      `There is no room left in ${dirname(file)}. Free some, or name another folder.`,
      options,
    )
  }
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
    return new BackupError(
      'backup-damaged',
      `The database is damaged (${code}). Restore the last backup with "dragoman restore FILE".`,
      options,
    )
  }
  if (code !== '')
    return new BackupError(
      'backup-failed',
      `The copy failed (${code}). Nothing was changed; try again.`,
      options,
    )
  return error
}

/** Writes what is still in the log into the database first, so that the one file is whole. */
async function setAside(target: string, kept: string): Promise<boolean> {
  const there = await stat(target).catch(() => null)
  if (!there) return false
  try {
    const old = openConnection(target)
    old.pragma('wal_checkpoint(truncate)')
    old.close()
  } catch {
    // A damaged database is the best reason to restore: it is kept as it is.
  }
  await rename(target, kept)
  for (const suffix of ['-wal', '-shm'])
    await rename(`${target}${suffix}`, `${kept}${suffix}`).catch(() => undefined)
  await privateIfThere(kept, `${kept}-wal`, `${kept}-shm`)
  return true
}

function examine(file: string): void {
  let database: SqliteConnection | null = null
  try {
    database = openConnection(file, { readonly: true })
    const [verdict] = database.pragma('integrity_check') as { integrity_check: string }[]
    if (verdict?.integrity_check !== 'ok')
      throw new BackupError('backup-damaged', `The copy is not whole: ${verdict?.integrity_check}`)
    if (!database.prepare(`select value from meta where name = 'schema'`).get([]))
      throw new BackupError('backup-damaged', 'The file is no database of this program')
    const rows = database.prepare(
      'select (select count(*) from translation where language_id in (select id from language)) as there, (select coalesce(sum(total), 0) from counts) as counted',
    )
    const { there, counted } = rows.get([]) as { there: number; counted: number }
    if (there !== counted)
      throw new BackupError('backup-damaged', `The copy has ${there} translations, its counts say ${counted}`)
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(
      'backup-damaged',
      error instanceof Error ? error.message : 'The file cannot be opened',
    )
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
