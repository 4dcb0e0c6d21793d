import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, rename, rm, stat, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { INCARNATION } from './areas/shared-facts.ts'
import { appendChecksum, readChecksum } from './backup-checksum.ts'
import type { SqliteConnection } from './driver/connection.ts'
import { openConnection } from './driver/open-connection.ts'
import { BackupError, DataFolderLockedError, DiskFullError } from './errors.ts'
import { explainSqlite, sqliteCode } from './explain-sqlite.ts'
import { DATABASE_FILE, KEPT_DATABASE, lockDataFolder } from './lock-data-folder.ts'
import { privateDataFile, privateFile, privateFolder, privateIfThere } from './private-files.ts'

/** Pages per step; other work runs between steps. */
const PAGES = 2000

/**
 * Copies the database into a file while it is being written to. Only this user can read the copy; it contains
 * no sessions and ends with a checksum. The copy gets its final name only after it was opened and checked.
 * Throws BackupError.
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
      // An open read transaction keeps one snapshot in view; without it, every commit elsewhere would restart
      // the copy.
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
 * Restores a backup into a data folder that no process holds. The backup is checked first; the replaced
 * database is kept next to it under the returned name. Throws BackupError and DataFolderLockedError.
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
    await privateDataFile(arriving)
    await copyWhole(file, arriving)
    leaveOutSecrets(arriving)
    examine(arriving)
    renewIncarnation(arriving)
    await sync(arriving)
    const kept = join(folder, `${KEPT_DATABASE}${at.replace(/[^0-9A-Za-z]/g, '')}`)
    const had = await keepReplaced(target, kept)
    await rename(arriving, target)
    return { kept: had ? kept : null }
  } catch (error) {
    throw explainBackup(error, target)
  } finally {
    await removeWith(arriving)
    await release()
  }
}

/** Returns what a backup contains. Throws BackupError if it is damaged or not a backup. */
export async function verifyBackup(
  file: string,
): Promise<{ readonly projects: number; readonly people: number }> {
  const checksum = await readChecksum(file)
  if (checksum !== null && !checksum.isWhole)
    throw new BackupError('backup-damaged', `${file} is damaged: its checksum differs.`)
  examine(file)
  const database = openConnection(file, { readonly: true })
  try {
    const counts = database.prepare(
      'select (select count(*) from project) as projects, (select count(*) from user) as people',
    )
    return counts.get([]) as { projects: number; people: number } // the selected columns
  } finally {
    database.close()
  }
}

/**
 * Copies the database out of a backup. A file without a checksum is treated as a database, which can have a
 * WAL next to it.
 */
async function copyWhole(file: string, arriving: string): Promise<void> {
  const checksum = await readChecksum(file)
  if (checksum) {
    if (!checksum.isWhole)
      throw new BackupError('backup-damaged', `${file} is damaged: its checksum differs. Use another backup.`)
    // `copyFile` would copy the owner and the mode of the backup too.
    await pipeline(createReadStream(file), createWriteStream(arriving, { flags: 'r+' }))
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
 * Sessions belong to the server that issued them, and queued emails and deliveries are sent by the original:
 * a restored copy would send them a second time. Also leaves the file without a WAL next to it.
 */
function leaveOutSecrets(file: string): void {
  const copy = openConnection(file)
  try {
    copy.pragma('journal_mode = delete')
    copy.pragma('secure_delete = on')
    copy.exec('delete from session')
    for (const table of [
      'session_identity',
      'sign_in_state',
      'short_secret',
      'api_token',
      'mail',
      'webhook_delivery',
    ]) {
      const isThere = copy.prepare(`select 1 from sqlite_master where name = '${table}'`).get([])
      if (isThere) copy.exec(`delete from ${table}`)
    }
  } finally {
    copy.close()
  }
}

/** Clones that had agreed on later texts with the server recognize by this that the server has lost them. */
function renewIncarnation(file: string): void {
  const restored = openConnection(file)
  try {
    restored
      .prepare(
        'insert into meta (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
      )
      .run([INCARNATION, randomUUID()])
  } finally {
    restored.close()
  }
}

async function removeWith(file: string): Promise<void> {
  for (const rest of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) await rm(rest, { force: true })
}

/** Returns the reason a backup failed, with the next step. */
function explainBackup(error: unknown, file: string): unknown {
  const code = sqliteCode(error)
  const options = { cause: error }
  if (error instanceof BackupError || error instanceof DataFolderLockedError) return error
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new BackupError(
      'backup-failed',
      `There is no folder ${dirname(file)}. Create it, or choose another.`,
      options,
    )
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new BackupError(
      'backup-failed',
      `${dirname(file)} cannot be written to (${code}). Choose another folder.`,
      options,
    )
  }
  if (code === 'ENOSPC' || code === 'EDQUOT' || explainSqlite(error) instanceof DiskFullError) {
    return new BackupError(
      'backup-failed',
      `There is no room left in ${dirname(file)}. Free some, or choose another folder.`,
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

/**
 * Gives the database a second name, which it keeps when the restored one gets its name. Writes the rest of the WAL into
 * it first, so that the single file is complete.
 */
async function keepReplaced(target: string, kept: string): Promise<boolean> {
  const there = await stat(target).catch(() => null)
  if (!there) return false
  try {
    const old = openConnection(target)
    old.pragma('wal_checkpoint(truncate)')
    old.close()
  } catch {
    // A damaged database is a common reason to restore: it is kept as it is.
  }
  await linkOrRename(target, kept)
  // The restored database would read them as its own.
  for (const suffix of ['-wal', '-shm'])
    await rename(`${target}${suffix}`, `${kept}${suffix}`).catch(() => undefined)
  await privateIfThere(kept, `${kept}-wal`, `${kept}-shm`)
  return true
}

/** A killed restore must leave a database under its name: only a file system without links has none for a moment. */
async function linkOrRename(file: string, name: string): Promise<void> {
  try {
    await link(file, name)
  } catch (error) {
    if (sqliteCode(error) === 'EEXIST') throw error
    await rename(file, name)
  }
}

function examine(file: string): void {
  let database: SqliteConnection | null = null
  try {
    database = openConnection(file, { readonly: true })
    const [verdict] = database.pragma('integrity_check') as { integrity_check: string }[]
    if (verdict?.integrity_check !== 'ok')
      throw new BackupError('backup-damaged', `The copy is incomplete: ${verdict?.integrity_check}`)
    if (!database.prepare(`select value from meta where name = 'schema'`).get([]))
      throw new BackupError('backup-damaged', 'The file is not a database of this program')
    // Backups of earlier versions count all texts in `total`.
    const countsApart = database
      .prepare(`select name from pragma_table_info('counts') where name = 'sourceless'`)
      .get([])
    const counted = countsApart ? 'total + sourceless' : 'total'
    const rows = database.prepare(
      `select (select count(*) from translation where language_id in (select id from language)) as there, (select coalesce(sum(${counted}), 0) from counts) as counted`,
    )
    const found = rows.get([]) as { there: number; counted: number }
    if (found.there !== found.counted)
      throw new BackupError(
        'backup-damaged',
        `The copy has ${found.there} translations, its counts say ${found.counted}`,
      )
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
