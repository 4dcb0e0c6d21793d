import type { Database, Statement } from 'better-sqlite3'
import {
  BUSY_TIMEOUT_MS,
  type OpenOptions,
  type SqliteConnection,
  type SqliteStatement,
} from './connection.ts'

export type BetterSqlite = new (
  file: string,
  options: { readonly readonly: boolean; readonly fileMustExist: boolean; readonly timeout: number },
) => Database

export function openWithBetterSqlite(
  module: BetterSqlite,
  file: string,
  options: OpenOptions,
): SqliteConnection {
  const isReadonly = options.readonly ?? false
  const database = new module(file, {
    readonly: isReadonly,
    fileMustExist: isReadonly,
    timeout: options.busyTimeoutMs ?? BUSY_TIMEOUT_MS,
  })
  return {
    isOpen: () => database.open,
    inTransaction: () => database.inTransaction,
    prepare: (text) => statementOf(database.prepare<unknown[]>(text)),
    exec: (text) => void database.exec(text),
    pragma: (text) => database.pragma(text) as readonly unknown[], // rows, unless a single value is requested
    defineFunction: (name, call) => void database.function(name, { deterministic: false }, call),
    async backup(toFile, pagesPerStep) {
      await database.backup(toFile, { progress: () => pagesPerStep })
    },
    close: () => void database.close(),
  }
}

function statementOf(statement: Statement<unknown[]>): SqliteStatement {
  return {
    reader: statement.reader,
    get: (parameters) => statement.get(...parameters),
    all: (parameters) => statement.all(...parameters),
    run: (parameters) => statement.run(...parameters),
    iterate: (parameters) => statement.iterate(...parameters),
  }
}
