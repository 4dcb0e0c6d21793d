import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { postgresDialect } from './dialect/postgres.ts'
import { BackupError, DatabaseUnavailableError, DiskFullError } from './errors.ts'
import { openEventHints } from './event-hints.ts'
import { migrate } from './migrate.ts'
import type { OpenReader } from './open-reader.ts'
import { requireTables } from './require-tables.ts'
import { StorableClient } from './storable-client.ts'
import { type Opened, unlimited } from './store.ts'
import type { Tables } from './tables.ts'

const BIGINT = 20
const NUMERIC = 1700

/** Numbers from the database are numbers: no id or count here comes near 2⁵³. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === BIGINT || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)
  },
}

/**
 * Connections of a process. Those for reads are kept apart: saves to one project wait for each other with a
 * connection in hand, and what was saved is to be delivered and told meanwhile.
 */
const READ_CONNECTIONS = 6
const WRITE_CONNECTIONS = 4

export async function openPostgres(url: string): Promise<Opened> {
  const reading = connect(url, READ_CONNECTIONS)
  const db = connect(url, WRITE_CONNECTIONS)
  const disconnect = () => Promise.all([reading.destroy(), db.destroy()])
  try {
    await db.transaction().execute((tx) => migrate(tx, 'postgres'))
    await requireTables(db)
  } catch (error) {
    await disconnect()
    throw explain(error)
  }
  const dialect = postgresDialect()
  const hints = openEventHints(url)
  return {
    reader: {
      db: reading,
      dialect,
      limited: (job) =>
        reading.transaction().execute((tx) => dialect.limited(tx, () => job(unlimited(tx, dialect)))),
    },
    writer: { db, dialect },
    begin: 'begin',
    exclusive: false,
    isConflict: (error) => CONFLICTS.has(codeOf(error)),
    explain,
    hints,
    async backup() {
      throw new BackupError(
        'backup-unsupported',
        'PostgreSQL is backed up with its own tools, for example pg_dump',
      )
    },
    tidy: () => undefined, // its own autovacuum does this
    async close() {
      await hints.close()
      await disconnect()
    },
  }
}

/** One connection, for reads alone. */
export function openPostgresReader(url: string): OpenReader {
  const db = connect(url, 1)
  return { reader: unlimited(db, postgresDialect()), close: () => db.destroy() }
}

function connect(url: string, max: number): Kysely<Tables> {
  const pool = new pg.Pool({
    Client: StorableClient,
    connectionString: url,
    types,
    max,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  // A connection that breaks while nobody uses it is replaced by the next query; without a listener it would
  // end the process.
  pool.on('error', () => undefined)
  // The same for one that is in use between two queries: the next query tells.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** serialization_failure, deadlock_detected. */
const CONFLICTS = new Set(['40001', '40P01'])

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '08001',
  '53300',
  // A database that is being restored: it is dropped, not there, and then there without its tables.
  '57P04',
  '3D000',
  '42P01',
])

function explain(error: unknown): unknown {
  const code = codeOf(error)
  if (code === '53100') return new DiskFullError({ cause: error })
  if (AWAY.has(code)) return new DatabaseUnavailableError({ cause: error })
  // The driver has no code for these two.
  if (
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  ) {
    return new DatabaseUnavailableError({ cause: error })
  }
  return error
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
