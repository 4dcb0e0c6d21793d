import {
  BackupError,
  ConfigError,
  CopyError,
  DatabaseTooNewError,
  DataFolderLockedError,
  DataUnusableError,
  StartError,
} from '@dragoman/server'

/** Returns the message for an expected server error; null for a bug. */
export function serverErrorText(error: unknown): string | null {
  if (error instanceof DataFolderLockedError) {
    const { pid, host, since } = error.holder
    return `The data folder is in use by another Dragoman: process ${pid} on ${host}, since ${since}. Stop that process, or set DRAGOMAN_DATA to another folder.`
  }
  if (error instanceof DatabaseTooNewError)
    return `The data was written by a newer Dragoman (schema ${error.found}, this one knows ${error.known}). Update the program.`
  if (isFilesError(error)) return 'Too many files are open. Raise the limit (ulimit -n) and start again.'
  const isExpected = [ConfigError, StartError, BackupError, CopyError, DataUnusableError].some(
    (kind) => error instanceof kind,
  )
  return isExpected && error instanceof Error ? error.message : null
}

/** Whether the cause is an environment variable. */
export function isSettingWrong(error: unknown): boolean {
  return error instanceof ConfigError
}

export function isDriverMissing(error: unknown): boolean {
  return error instanceof DataUnusableError && error.code === 'driver-missing'
}

function isFilesError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')
}
