import {
  BUSY_TIMEOUT_MS,
  type OpenOptions,
  type SqliteConnection,
  type SqliteStatement,
} from './connection.ts'

/** The parts of `node:sqlite` used here, which the types of Node.js 20 do not have. */
export type NodeSqlite = {
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

type Row = readonly unknown[]

/** Returns rows as arrays. */
type StatementSync = {
  setReturnArrays(enabled: boolean): void
  columns(): readonly { readonly name: string }[]
  get(...parameters: readonly unknown[]): Row | undefined
  all(...parameters: readonly unknown[]): Row[]
  run(...parameters: readonly unknown[]): { readonly changes: number; readonly lastInsertRowid: number }
  iterate(...parameters: readonly unknown[]): IterableIterator<Row>
}

/**
 * Returns the SQLite built into Node.js; null if there is none, or it lacks what is needed here (before
 * 22.16: backups, the columns of a statement).
 */
export function loadNodeSqlite(): NodeSqlite | null {
  const { emitWarning } = process
  // Node.js 22 prints a warning that it is experimental on every start.
  process.emitWarning = () => undefined
  try {
    const found = process.getBuiltinModule('node:sqlite')
    return isComplete(found) ? found : null
  } finally {
    process.emitWarning = emitWarning
  }
}

function isComplete(found: object | undefined): found is NodeSqlite {
  return found !== undefined && 'DatabaseSync' in found && 'backup' in found
}

export function openWithNode(module: NodeSqlite, file: string, options: OpenOptions): SqliteConnection {
  const database = new module.DatabaseSync(file, {
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
      await module.backup(database, toFile, { rate: pagesPerStep })
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
      const row = statement.get(...parameters)
      return row && objectOf(row)
    },
    all: (parameters) => statement.all(...parameters).map(objectOf),
    run: (parameters) => statement.run(...parameters),
    *iterate(parameters) {
      for (const row of statement.iterate(...parameters)) yield objectOf(row)
    },
  }
}

function namesOf(statement: StatementSync): readonly string[] {
  return statement.columns().map(({ name }) => name)
}
