import { DatabaseUnavailableError, DataUnusableError, DiskFullError, StorageFailedError } from './errors.ts'

/**
 * Returns the name of an error's code, from SQLite, which numbers its codes, or the system; empty if it has
 * none.
 */
export function sqliteCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return ''
  if (error.code === 'ERR_SQLITE_ERROR' && 'errcode' in error && typeof error.errcode === 'number')
    return nameOfCode(error.errcode)
  return error.code
}

/**
 * Result codes of SQLite that are looked up by name (sqlite.org/rescode.html); the others become `SQLITE_`
 * and their number.
 */
const CODE_NAMES: ReadonlyMap<number, string> = new Map([
  [1, 'SQLITE_ERROR'],
  [3, 'SQLITE_PERM'],
  [5, 'SQLITE_BUSY'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [19, 'SQLITE_CONSTRAINT'],
  [23, 'SQLITE_AUTH'],
  [26, 'SQLITE_NOTADB'],
  [10 | (3 << 8), 'SQLITE_IOERR_WRITE'],
  [10 | (6 << 8), 'SQLITE_IOERR_TRUNCATE'],
  [10 | (19 << 8), 'SQLITE_IOERR_SHMSIZE'],
])

/** Returns the name of a code. Its lowest eight bits are the primary code, those above extend it. */
function nameOfCode(code: number): string {
  const known = CODE_NAMES.get(code)
  if (known !== undefined) return known
  const kind = CODE_NAMES.get(code & 0xff) ?? `SQLITE_${code & 0xff}`
  return code > 0xff ? `${kind}_${code >> 8}` : kind
}

/** SQLite reports only a full disk as such; quotas and file size limits appear as failed writes. */
const NO_ROOM = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_TRUNCATE',
  'SQLITE_IOERR_SHMSIZE',
])

/** Returns what an error of a running database means to callers, or the same error. */
export function explainSqlite(error: unknown): unknown {
  const code = sqliteCode(error)
  if (NO_ROOM.has(code)) return new DiskFullError({ cause: error })
  // Another program holds a lock on the file.
  if (code.startsWith('SQLITE_BUSY')) return new DatabaseUnavailableError({ cause: error })
  if (code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_CANTOPEN'))
    return new StorageFailedError('input-output', { cause: error })
  if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_PERM')
    return new StorageFailedError('read-only', { cause: error })
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return new StorageFailedError('damaged', { cause: error })
  return error
}

/** Returns what an error at startup means to the person at the terminal, or the same error. */
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
