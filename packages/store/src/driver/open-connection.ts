import { bindable } from './bindable.ts'
import {
  BUSY_TIMEOUT_MS,
  type OpenOptions,
  type SqliteConnection,
  type SqliteStatement,
} from './connection.ts'
import { loadSqlite, type Row, type SqliteModule, type StatementSync } from './load-sqlite.ts'

let sqlite: SqliteModule | null = null

/**
 * Throws DataUnusableError if Node.js has no SQLite, at the first connection, which is for the lock of the data
 * folder.
 */
export function openConnection(file: string, options: OpenOptions = {}): SqliteConnection {
  sqlite ??= loadSqlite()
  const { DatabaseSync, backup } = sqlite
  const database = new DatabaseSync(file, {
    readOnly: options.readonly ?? false,
    timeout: options.busyTimeoutMs ?? BUSY_TIMEOUT_MS,
  })
  return {
    isOpen: () => database.isOpen,
    inTransaction: () => database.isTransaction,
    prepare: (text) => statementOf(database.prepare(text)),
    exec: (text) => database.exec(text),
    pragma: (text) => statementOf(database.prepare(`pragma ${text}`)).all([]),
    defineFunction: (name, call) => database.function(name, call),
    async backup(toFile, pagesPerStep) {
      await backup(database, toFile, { rate: pagesPerStep })
    },
    close: () => database.close(),
  }
}

/** Objects are created from rows here: that takes half the time, and gives them the usual prototype. */
function statementOf(statement: StatementSync): SqliteStatement {
  let names = namesOf(statement)
  statement.setReturnArrays(true)
  function objectOf(row: Row): Record<string, unknown> {
    // `select *` from a table whose columns have changed since.
    if (row.length !== names.length) names = namesOf(statement)
    const object: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i++) object[names[i] ?? ''] = row[i]
    return object
  }
  return {
    reader: names.length > 0,
    get(parameters) {
      const row = statement.get(...bindable(parameters))
      return row && objectOf(row)
    },
    all: (parameters) => statement.all(...bindable(parameters)).map(objectOf),
    run: (parameters) => statement.run(...bindable(parameters)),
    *iterate(parameters) {
      for (const row of statement.iterate(...bindable(parameters))) yield objectOf(row)
    },
  }
}

function namesOf(statement: StatementSync): readonly string[] {
  return statement.columns().map(({ name }) => name)
}

/** For threads whose program is JavaScript in a string: `openInThread(file, isReadonly)` returns a `DatabaseSync`. */
export const OPEN_IN_THREAD = `
  const openInThread = (file, isReadonly) => {
    const { emitWarning } = process
    process.emitWarning = () => undefined
    const { DatabaseSync } = require('node:sqlite')
    process.emitWarning = emitWarning
    return new DatabaseSync(file, { readOnly: isReadonly, timeout: ${BUSY_TIMEOUT_MS} })
  }
`
