import {
  BackupError,
  ConfigError,
  CopyError,
  DatabaseTooNewError,
  DatabaseUnavailableError,
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
  if (error instanceof DatabaseUnavailableError) return unavailableText(error)
  if (REFUSED.has(codeOf(error)) && error instanceof Error)
    return `PostgreSQL refuses the connection or its user: ${error.message} (${codeOf(error)}). Check user, password and permissions in the address of the database (DRAGOMAN_DATABASE_URL).`
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
  return codeOf(error) === 'EMFILE' || codeOf(error) === 'ENFILE'
}

/** A wrong password, no permission to connect, no permission to create tables. */
const REFUSED = new Set(['28P01', '28000', '42501'])
const NO_DATABASE = '3D000'

function unavailableText({ cause }: DatabaseUnavailableError): string {
  const reason = (cause instanceof Error && cause.message) || codeOf(cause) || 'no reason given'
  if (codeOf(cause) === NO_DATABASE)
    return `The database is missing: ${reason} (${NO_DATABASE}). Create it, or correct its name in DRAGOMAN_DATABASE_URL.`
  if (codeOf(cause).includes('SQLITE'))
    return `The database does not respond (${reason}). End other programs that use it, and start again.`
  return `The database does not respond (${reason}). Start PostgreSQL, or correct host and port in DRAGOMAN_DATABASE_URL.`
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
