import { join } from 'node:path'
import { BackupError, backupSqlite, DATABASE_FILE, restoreBackup } from '@dragoman/store'
import type { Config } from './config.ts'

/** Copies the data into a file, also while a server is running on it. Throws BackupError. */
export async function backupData(
  { database }: Config,
  toFile: string,
): Promise<{ readonly sizeBytes: number }> {
  if (database.kind === 'postgres') throw unsupported()
  return backupSqlite(join(database.folder, DATABASE_FILE), toFile)
}

/**
 * Replaces the data by a backup; the previous data stays alongside it under the name in `kept`. Throws
 * BackupError and DataFolderLockedError.
 */
export async function restoreData(
  { database }: Config,
  file: string,
  at: Date,
): Promise<{ readonly kept: string | null }> {
  if (database.kind === 'postgres') throw unsupported()
  return restoreBackup(file, database.folder, at.toISOString())
}

function unsupported(): BackupError {
  return new BackupError(
    'backup-unsupported',
    'PostgreSQL is backed up and restored with its own tools, pg_dump and pg_restore.',
  )
}
