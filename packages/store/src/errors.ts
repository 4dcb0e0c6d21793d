import type { MemberRef } from '@dragoman/core'
import type { OwnMembership } from './areas/memberships.ts'

/** Another running process holds the data folder. */
export class DataFolderLockedError extends Error {
  override name = 'DataFolderLockedError'
  readonly code = 'database-held'
  constructor(readonly holder: { readonly pid: number; readonly host: string; readonly since: string }) {
    super(`The data folder is held by process ${holder.pid} on ${holder.host} since ${holder.since}`)
  }
}

/** The database does not respond: nothing was written, try again later. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
  readonly code = 'database-away'
  constructor(options: ErrorOptions) {
    super('The database does not respond', options)
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

/** The disk is full: nothing was written. */
export class DiskFullError extends Error {
  override name = 'DiskFullError'
  readonly code = 'disk-full'
  constructor(options: ErrorOptions) {
    super('There is no room left for the database', options)
  }
}

/** A backup that could not be made, or a file that is not an intact backup. */
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

/** A database that cannot be copied; the message says why. */
export class CopyError extends Error {
  override name = 'CopyError'
  constructor(
    readonly code: 'same-kind' | 'no-source' | 'not-empty' | 'in-use' | 'differs',
    message: string,
  ) {
    super(message)
  }
}

/** Something with that name already exists. */
export class NameTakenError extends Error {
  override name = 'NameTakenError'
  readonly code = 'already-exists'
  constructor(
    readonly taken: string,
    /** Names of people, groups and projects are taken also by names that look the same; null: another kind of name. */
    readonly what: 'person' | 'group' | 'project' | 'address' | null = null,
  ) {
    super(`${taken} already exists`)
  }
}

/** A query that is too expensive: too many words, or too much time. A narrower one will be answered. */
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

/** The data cannot be used as it is; the message says what to do. */
export class DataUnusableError extends Error {
  override name = 'DataUnusableError'
  constructor(
    readonly code:
      | 'database-damaged'
      | 'database-empty'
      | 'database-incomplete'
      | 'restore-unfinished'
      | 'data-unreadable'
      | 'driver-missing'
      | 'copy-unfinished'
      | 'being-copied'
      | 'earlier-servers',
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, options)
  }
}

/** The storage below the database failed: nothing was written. */
export class StorageFailedError extends Error {
  override name = 'StorageFailedError'
  readonly code = 'storage-failed'
  constructor(
    readonly reason: 'replaced' | 'input-output' | 'read-only' | 'damaged',
    options: ErrorOptions = {},
  ) {
    super(`The storage of the database failed: ${reason}`, options)
  }
}

/** The project was removed after its caller had looked it up. */
export class ProjectGoneError extends Error {
  override readonly name = 'ProjectGoneError'
  constructor() {
    super('This project no longer exists')
  }
}

type MemberNow = {
  readonly who: MemberRef
  readonly name: string
  readonly version: number
  readonly rights: OwnMembership | null
}

/** Someone changed the rights of these members since they were read: nothing was written. */
export class StaleMembersError extends Error {
  override name = 'StaleMembersError'
  readonly code = 'stale-member'
  constructor(readonly current: readonly MemberNow[]) {
    super('A membership was changed by someone else in the meantime')
  }
}

/** The project would have no manager left: nothing was written. */
export class LastManagerError extends Error {
  override name = 'LastManagerError'
  readonly code = 'last-manager'
  constructor() {
    super('A project must have at least one manager')
  }
}

/** The person is not a member and never was one. */
export class NotReturnableError extends Error {
  override name = 'NotReturnableError'
  readonly code = 'not-returnable'
  constructor() {
    super('This person is not a member and never was one')
  }
}

/** The store was closed before the reply: the process is ending. */
export class StoreClosedError extends Error {
  override name = 'StoreClosedError'
  constructor() {
    super('the store is closed')
  }
}
