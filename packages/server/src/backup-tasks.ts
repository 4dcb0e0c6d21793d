import { join } from 'node:path'
import { Failure } from '@dragoman/contract'
import { BackupError, backupSqlite, DATABASE_FILE, verifyBackup } from '@dragoman/store'
import type { TaskContext } from './workers/tasks.ts'

export type VerifiedBackup = {
  readonly isWhole: boolean
  readonly projects: number
  readonly people: number
}

/** Copies the database into a file, and checks the copy, which takes seconds per gigabyte. Throws Failure. */
export async function makeBackup(
  { database }: TaskContext,
  { toFile }: { readonly toFile: string },
): Promise<void> {
  if (database.kind === 'postgres') throw new Failure('backup-unsupported')
  try {
    await backupSqlite(join(database.folder, DATABASE_FILE), toFile)
  } catch (error) {
    throw error instanceof BackupError ? failureOf(error) : error
  }
}

/** Reads all of a backup, and returns what it contains. */
export async function examineBackup(
  _: TaskContext,
  { file }: { readonly file: string },
): Promise<VerifiedBackup> {
  try {
    return { isWhole: true, ...(await verifyBackup(file)) }
  } catch (error) {
    if (error instanceof BackupError) return { isWhole: false, projects: 0, people: 0 }
    throw error
  }
}

function failureOf({ message }: BackupError): Failure {
  return message.startsWith('There is no room')
    ? new Failure('no-room')
    : new Failure('busy', { what: 'storage' })
}
