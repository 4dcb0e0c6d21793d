import { createRequire } from 'node:module'
import { DataUnusableError } from '../errors.ts'
import { type BetterSqlite, openWithBetterSqlite } from './better-sqlite3.ts'
import { BUSY_TIMEOUT_MS, type OpenOptions, type SqliteConnection } from './connection.ts'
import { loadNodeSqlite, openWithNode } from './node-sqlite.ts'

const nodeSqlite = loadNodeSqlite()
const requireModule = createRequire(import.meta.url)

/** Opens a file with the SQLite built into Node.js, or with better-sqlite3 if there is none. */
export function openConnection(file: string, options: OpenOptions = {}): SqliteConnection {
  return nodeSqlite
    ? openWithNode(nodeSqlite, file, options)
    : openWithBetterSqlite(loadBetterSqlite(), file, options)
}

/**
 * Throws on the first connection, for the lock of the data folder; later threads and connections use the same
 * driver.
 */
function loadBetterSqlite(): BetterSqlite {
  try {
    return requireModule('better-sqlite3') as BetterSqlite // `BetterSqlite` declares the options used here
  } catch (error) {
    throw new DataUnusableError(
      'driver-missing',
      `Node.js ${process.versions.node} has no SQLite built in, and better-sqlite3, which takes its place, was not installed: it needs a ready-made build for this machine or a C++ compiler. Use Node.js 22.16 or later.`,
      { cause: error },
    )
  }
}

/**
 * For threads whose program is JavaScript in a string: `openInThread(file, isReadonly)` returns a connection
 * with `exec`, `prepare`, `function` and `close`, which work the same in both drivers as long as parameters
 * are spread.
 */
export const OPEN_IN_THREAD = `
  const openInThread = (file, isReadonly) => {
    const { driver } = require('node:worker_threads').workerData
    if (driver !== null)
      return new (require(driver))(file, { readonly: isReadonly, fileMustExist: true, timeout: ${BUSY_TIMEOUT_MS} })
    const { emitWarning } = process
    process.emitWarning = () => undefined
    const { DatabaseSync } = require('node:sqlite')
    process.emitWarning = emitWarning
    return new DatabaseSync(file, { readOnly: isReadonly, timeout: ${BUSY_TIMEOUT_MS} })
  }
`

/** Returns the value that such a thread needs as `driver` in its `workerData`. */
export function threadDriver(): string | null {
  return nodeSqlite ? null : requireModule.resolve('better-sqlite3')
}
