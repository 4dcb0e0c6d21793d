import { DataUnusableError } from '../errors.ts'

/** The parts of `node:sqlite` used here, which the types of Node.js 20 do not have. */
export type SqliteModule = {
  readonly DatabaseSync: new (
    file: string,
    options: { readonly readOnly: boolean; readonly timeout: number },
  ) => DatabaseSync
  readonly backup: (from: DatabaseSync, toFile: string, options: { readonly rate: number }) => Promise<number>
}

type DatabaseSync = {
  readonly isOpen: boolean
  readonly isTransaction: boolean
  prepare(text: string): StatementSync
  exec(text: string): void
  function(name: string, call: () => number): void
  close(): void
}

export type Row = readonly unknown[]

/** Returns rows as arrays. */
export type StatementSync = {
  setReturnArrays(enabled: boolean): void
  columns(): readonly { readonly name: string }[]
  get(...parameters: readonly unknown[]): Row | undefined
  all(...parameters: readonly unknown[]): Row[]
  run(...parameters: readonly unknown[]): { readonly changes: number; readonly lastInsertRowid: number }
  iterate(...parameters: readonly unknown[]): IterableIterator<Row>
}

/** Returns the SQLite built into Node.js. Throws DataUnusableError if there is none with all that is used here. */
export function loadSqlite(): SqliteModule {
  const { emitWarning } = process
  // Node.js 22 prints a warning that it is experimental on every start.
  process.emitWarning = () => undefined
  try {
    return requireComplete(process.getBuiltinModule('node:sqlite'))
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Throws DataUnusableError before 22.16, where backups and the columns of a statement are missing. */
export function requireComplete(module: object | undefined): SqliteModule {
  if (isComplete(module)) return module
  throw new DataUnusableError(
    'driver-missing',
    `Node.js ${process.versions.node} has no complete SQLite built in. Use Node.js 22.16 or later.`,
  )
}

function isComplete(module: object | undefined): module is SqliteModule {
  return module !== undefined && 'DatabaseSync' in module && 'backup' in module
}
