/** A prepared statement; what Kysely asks of one is among it. */
export type SqliteStatement = {
  /** It answers rows. */
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
 * One connection to an SQLite file. Errors of SQLite are as the driver makes them: `sqliteCode` tells what they
 * are.
 */
export type SqliteConnection = {
  readonly isOpen: () => boolean
  readonly inTransaction: () => boolean
  readonly prepare: (text: string) => SqliteStatement
  readonly exec: (text: string) => void
  /** Sets or asks for a setting; the rows of its answer. */
  readonly pragma: (text: string) => readonly unknown[]
  /** A function without parameters that statements can call; what it throws ends the statement. */
  readonly defineFunction: (name: string, call: () => number) => void
  /** Copies the whole database into a file, so many pages at a time, and lets other work in between. */
  readonly backup: (toFile: string, pagesPerStep: number) => Promise<void>
  readonly close: () => void
}

export type OpenOptions = {
  /** The file must be there, and nothing can be written. */
  readonly readonly?: boolean
  /** How long a statement waits for locks of others; 5 s where it is left out. */
  readonly busyTimeoutMs?: number
}

export const BUSY_TIMEOUT_MS = 5000
