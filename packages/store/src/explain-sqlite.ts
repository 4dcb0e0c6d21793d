import Sqlite from 'better-sqlite3'
import { DataUnusableError, DiskFullError, StorageFailedError } from './errors.ts'

export function sqliteCode(error: unknown): string {
  if (error instanceof Sqlite.SqliteError) return error.code
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** SQLite tells only a full disk apart; a quota and the largest size of a file show as writes that fail. */
const NO_ROOM = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_TRUNCATE',
  'SQLITE_IOERR_SHMSIZE',
])

/** What an error of a running database means to callers, or the same error. */
export function explainSqlite(error: unknown): unknown {
  const code = sqliteCode(error)
  if (NO_ROOM.has(code)) return new DiskFullError({ cause: error })
  if (code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_CANTOPEN'))
    return new StorageFailedError('input-output', { cause: error })
  if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_PERM')
    return new StorageFailedError('read-only', { cause: error })
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return new StorageFailedError('damaged', { cause: error })
  return error
}

/** What an error at the start means to the person at the terminal, or the same error. */
export function explainOpening(error: unknown, file: string): unknown {
  const code = sqliteCode(error)
  const options = { cause: error }
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
    return new DataUnusableError(
      'database-damaged',
      `${file} is damaged. Restore the last backup with "dragoman restore FILE"; what is there now is kept beside it.`,
      options,
    )
  }
  if (code === 'SQLITE_ERROR') {
    return new DataUnusableError(
      'database-incomplete',
      `${file} is not what its schema number says (${error instanceof Error ? error.message : code}). Restore the last backup with "dragoman restore FILE".`,
      options,
    )
  }
  if (NO_ROOM.has(code) || code === 'ENOSPC' || code === 'EDQUOT') {
    return new DataUnusableError(
      'data-unreadable',
      `There is no room left for ${file}. Free some, and start again.`,
      options,
    )
  }
  if (code === 'EMFILE' || code === 'ENFILE') {
    return new DataUnusableError(
      'data-unreadable',
      `${file} cannot be opened: too many files are open. Raise the limit (ulimit -n), and start again.`,
      options,
    )
  }
  if (
    code.startsWith('SQLITE_CANTOPEN') ||
    code.startsWith('SQLITE_READONLY') ||
    code.startsWith('SQLITE_IOERR') ||
    UNREADABLE.has(code)
  ) {
    return new DataUnusableError(
      'data-unreadable',
      `${file} cannot be opened for reading and writing (${code}). See that its folder exists, belongs to this user, is not read-only, and that no limit of open files is reached (ulimit -n).`,
      options,
    )
  }
  return error
}

const UNREADABLE = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
  'EIO',
  'SQLITE_PERM',
  'SQLITE_AUTH',
])
