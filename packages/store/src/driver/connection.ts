/** A prepared statement, compatible with the interface that Kysely expects. */
export type SqliteStatement = {
  /** It returns rows. */
  readonly reader: boolean
  readonly get: (parameters: readonly unknown[]) => unknown
  readonly all: (parameters: readonly unknown[]) => unknown[]
  readonly run: (parameters: readonly unknown[]) => {
    readonly changes: number | bigint
    readonly lastInsertRowid: number | bigint
  }
  readonly iterate: (parameters: readonly unknown[]) => IterableIterator<unknown>
}

/**
 * A connection to an SQLite file. Errors of SQLite are thrown as the driver creates them: `sqliteCode`
 * returns their code.
 */
export type SqliteConnection = {
  readonly isOpen: () => boolean
  readonly inTransaction: () => boolean
  readonly prepare: (text: string) => SqliteStatement
  readonly exec: (text: string) => void
  /** Sets or reads a setting; returns the rows of the result. */
  readonly pragma: (text: string) => readonly unknown[]
  /**
   * Defines a function without parameters for statements; if it throws, the statement ends with the error.
   */
  readonly defineFunction: (name: string, call: () => number) => void
  /** Copies the whole database into a file, a number of pages at a time, with breaks for other work. */
  readonly backup: (toFile: string, pagesPerStep: number) => Promise<void>
  readonly close: () => void
}

export type OpenOptions = {
  /** The file must exist, and nothing can be written. */
  readonly readonly?: boolean
  /** How long a statement waits for locks of others, and blocks its thread; default: 5 s. */
  readonly busyTimeoutMs?: number
}

export const BUSY_TIMEOUT_MS = 5000

/**
 * The same for the connections of a running server on the thread that answers requests: SQLite waits by sleeping, so
 * writes are tried again after a pause instead, and readers only wait for locks that last a moment.
 */
export const RUNNING_TIMEOUT_MS = { write: 0, read: 50 } as const
