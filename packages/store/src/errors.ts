/** Another living process holds the data folder. */
export class DatabaseHeldError extends Error {
  override name = 'DatabaseHeldError'
  readonly code = 'database-held'
  constructor(readonly holder: { readonly pid: number; readonly host: string; readonly since: string }) {
    super(`The data folder is held by process ${holder.pid} on ${holder.host} since ${holder.since}`)
  }
}

/** The database does not answer: nothing of the write happened, try again later. */
export class DatabaseAwayError extends Error {
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
    readonly code: 'backup-unsupported' | 'backup-damaged' | 'backup-held',
    message: string,
  ) {
    super(message)
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
