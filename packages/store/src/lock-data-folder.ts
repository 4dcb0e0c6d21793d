import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { openConnection } from './driver/open-connection.ts'
import { DataFolderLockedError } from './errors.ts'
import { sqliteCode } from './explain-sqlite.ts'
import { privateDataFile } from './private-files.ts'

export const DATABASE_FILE = 'dragoman.db'
/** Start of the names under which restores keep the databases that they replace. */
export const KEPT_DATABASE = `${DATABASE_FILE}.before-restore-`
/** Stays when the process has ended: it shows that the folder was used before. */
export const LOCK_FILE = 'dragoman.lock'

/**
 * Locks the data folder for this process, or throws DataFolderLockedError. The lock is one of the operating
 * system, taken by SQLite on its own file: it ends with the process however that ends, so it is never stale.
 * The text next to it only says who holds it.
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const note = join(folder, 'holder.json')
  const file = join(folder, LOCK_FILE)
  await privateDataFile(file)
  const lock = openConnection(file, { busyTimeoutMs: 0 })
  try {
    lock.pragma('journal_mode = memory')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!sqliteCode(error).startsWith('SQLITE_BUSY')) throw error
    throw new DataFolderLockedError(await holderIn(note))
  }
  await privateDataFile(note)
  await writeFile(
    note,
    `${JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() })}\n`,
  )
  return async () => {
    await rm(note, { force: true })
    lock.close()
  }
}

async function holderIn(note: string): Promise<DataFolderLockedError['holder']> {
  const unknown = { pid: 0, host: '', since: '' }
  try {
    const read: unknown = JSON.parse(await readFile(note, 'utf8'))
    if (typeof read !== 'object' || read === null) return unknown
    const found = new Map(Object.entries(read))
    return {
      pid: Number(found.get('pid') ?? 0),
      host: String(found.get('host') ?? ''),
      since: String(found.get('since') ?? ''),
    }
  } catch {
    // Written a moment after the lock is taken: the holder can be starting just now.
    return unknown
  }
}
