import type { OwnMembership } from './areas/memberships.ts'

/** Another living process holds the data folder. */
export class DataFolderLockedError extends Error {
  override name = 'DatabaseHeldError'
  readonly code = 'database-held'
  constructor(readonly holder: { readonly pid: number; readonly host: string; readonly since: string }) {
    super(`The data folder is held by process ${holder.pid} on ${holder.host} since ${holder.since}`)
  }
}

/** The database does not answer: nothing of the write happened, try again later. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseAwayError'
  readonly code = 'database-away'
  constructor(options: ErrorOptions) {
    super('The database does not answer', options)
  }
}

/** The data was written by a newer program. */
export class DatabaseTooNewError extends Error {
  override name = 'DatabaseTooNewError'
  readonly code = 'database-too-new'
  constructor(
    readonly found: number,
    readonly known: number,
  ) {
    super(`The data has schema ${found}, this program knows up to ${known}`)
  }
}

/** No room on the disk: nothing of the write happened. */
export class DiskFullError extends Error {
  override name = 'DiskFullError'
  readonly code = 'disk-full'
  constructor(options: ErrorOptions) {
    super('There is no room left for the database', options)
  }
}

/** A backup that could not be made, or a file that is no whole backup. */
export class BackupError extends Error {
  override name = 'BackupError'
  constructor(
    readonly code: 'backup-unsupported' | 'backup-damaged' | 'backup-failed' | 'backup-held',
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, options)
  }
}

/** Something of that name exists already. */
export class NameTakenError extends Error {
  override name = 'NameTakenError'
  readonly code = 'already-exists'
  constructor(readonly taken: string) {
    super(`${taken} exists already`)
  }
}

/** A query that asks for too much: of words, or of time. Nothing was answered; a narrower one will be. */
export class QueryTooCostlyError extends Error {
  override name = 'QueryTooCostlyError'
  readonly code = 'query-too-costly'
  constructor(
    readonly what: 'words' | 'time',
    readonly params: { readonly words: number; readonly limit: number },
  ) {
    super(
      what === 'words'
        ? `${params.words} words, at most ${params.limit}`
        : `took longer than ${params.limit} ms`,
    )
  }
}

/** The data cannot be used as they are; the message says what to do. */
export class DataUnusableError extends Error {
  override name = 'DataUnusableError'
  constructor(
    readonly code:
      | 'database-damaged'
      | 'database-empty'
      | 'database-incomplete'
      | 'data-unreadable'
      | 'driver-missing',
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, options)
  }
}

/** The storage below the database refuses: nothing of the write happened. */
export class StorageFailedError extends Error {
  override name = 'StorageFailedError'
  readonly code = 'storage-failed'
  constructor(
    readonly reason: 'replaced' | 'input-output' | 'read-only' | 'damaged',
    options: ErrorOptions = {},
  ) {
    super(`The storage below the database refuses: ${reason}`, options)
  }
}

/** The project was removed after its caller had looked it up. */
export class ProjectGoneError extends Error {
  override readonly name = 'ProjectGoneError'
  constructor() {
    super('There is no such project any more')
  }
}

type MemberNow = {
  readonly who: string
  readonly name: string
  readonly version: number
  readonly rights: OwnMembership | null
}

/** Somebody changed what these may since it was read: nothing of the write happened. */
export class StaleMembersError extends Error {
  override name = 'StaleMembersError'
  readonly code = 'stale-member'
  constructor(readonly current: readonly MemberNow[]) {
    super('A membership was changed by somebody else meanwhile')
  }
}

/** Nobody would be left to manage the project: nothing of the write happened. */
export class LastManagerError extends Error {
  override name = 'LastManagerError'
  readonly code = 'last-manager'
  constructor() {
    super('A project keeps at least one manager')
  }
}

/** Somebody who is no member, and never was one. */
export class NotReturnableError extends Error {
  override name = 'NotReturnableError'
  readonly code = 'not-returnable'
  constructor() {
    super('This person is no member and never was')
  }
}
