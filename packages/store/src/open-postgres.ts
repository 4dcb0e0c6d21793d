import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { HOLD_COPY_LOCK_UNTIL_COMMIT, SHARE_COPY_LOCK_UNTIL_COMMIT } from './copy/copy-lock.ts'
import { postgresDialect } from './dialect/postgres.ts'
import { DatabaseUnavailableError, DataUnusableError, DiskFullError } from './errors.ts'
import { openEventHints } from './event-hints.ts'
import { KEEP_ALIVE } from './keep-alive.ts'
import { lockMigrations, migrate } from './migrate.ts'
import type { OpenReader } from './open-reader.ts'
import { requireTables } from './require-tables.ts'
import { StorableClient } from './storable-client.ts'
import type { Opened } from './store.ts'
import type { Tables } from './tables.ts'
import { unlimited } from './unlimited.ts'

const BIGINT = 20
const NUMERIC = 1700

/** Bigints and numerics become numbers: no id or count here comes near 2⁵³. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === BIGINT || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)
  },
}

/**
 * Connections of a process. Those for reads are separate: saves to one project wait for each other while
 * holding a connection, and saved texts must be delivered and announced meanwhile.
 */
const READ_CONNECTIONS = 6
const WRITE_CONNECTIONS = 4
/**
 * The database ends a transaction after this time without a statement, because its process has stalled: none computes for
 * this long, even with a large file on a slow machine.
 */
const STALLED_MS = 30_000

export async function openPostgres(url: string, { isCopying = false } = {}): Promise<Opened> {
  const reading = connect(url, READ_CONNECTIONS)
  const db = connect(url, WRITE_CONNECTIONS)
  const disconnect = () => Promise.all([reading.destroy(), db.destroy()])
  try {
    await db.transaction().execute(async (tx) => {
      // First, so that a server that waits for another one to migrate does not look like one that uses the database.
      await lockMigrations(tx)
      if (!isCopying) await requireNotCopied(tx)
      await migrate(tx, 'postgres', () => (isCopying ? Promise.resolve() : requireNoServers(tx)))
    })
    await requireTables(db)
  } catch (error) {
    await disconnect()
    throw explain(error)
  }
  const dialect = postgresDialect()
  const hints = isCopying ? null : openEventHints(url)
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
    ...(hints === null ? {} : { hints }),
    tidy: () => undefined, // autovacuum does this
    async close() {
      await hints?.close()
      await disconnect()
    },
  }
}

/** Whether the driver can read an address; for example, a password cannot contain `#` unless it is encoded. */
export function isPostgresUrl(url: string): boolean {
  if (!/^postgres(ql)?:\/\/[^\s#]+$/.test(url)) return false
  try {
    new pg.Client(url)
    return true
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return false
    throw error
  }
}

/**
 * Waits for a short time: PostgreSQL releases the locks of a server that has just migrated one after the other, and that of
 * the migrations can be the first.
 */
async function requireNotCopied(db: Kysely<Tables>): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(RELEASED_MS)}`.execute(db)
  try {
    await sql`${sql.raw(SHARE_COPY_LOCK_UNTIL_COMMIT)}`.execute(db)
  } catch (error) {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
    throw new DataUnusableError(
      'being-copied',
      'The database is being copied by "dragoman copy-database". Start again when that is done.',
    )
  }
  await sql`set local lock_timeout to default`.execute(db)
}

const RELEASED_MS = 1000
const LOCK_NOT_AVAILABLE = '55P03'

/** Servers of an earlier version would write rows as before the migrations, which this version can misread. */
async function requireNoServers(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ held: boolean }>`${sql.raw(HOLD_COPY_LOCK_UNTIL_COMMIT)}`.execute(db)
  if (rows[0]?.held === true) return
  throw new DataUnusableError(
    'earlier-servers',
    'The database is to be upgraded, and a server of an earlier version uses it. Stop the servers of the earlier version first.',
  )
}

/** Opens one connection, for reads only. */
export function openPostgresReader(url: string): OpenReader {
  const db = connect(url, 1)
  return { reader: unlimited(db, postgresDialect()), explain, close: () => db.destroy() }
}

function connect(url: string, max: number): Kysely<Tables> {
  const pool = new pg.Pool({
    Client: StorableClient,
    connectionString: url,
    types,
    max,
    connectionTimeoutMillis: 5000,
    ...KEEP_ALIVE,
    // Without this, the locks of a process whose machine is suspended or vanished would block everyone else. Set by a
    // statement, because poolers such as PgBouncer refuse it as a parameter of the connection.
    async onConnect(client) {
      await client.query(`set idle_in_transaction_session_timeout = ${STALLED_MS}`)
    },
  })
  // A connection that breaks while idle is replaced by the next query; without a listener the error would end
  // the process.
  pool.on('error', () => undefined)
  // The same for one that is in use, between two queries: the next query reports the error.
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
  // The database ended a transaction of this process, which had stalled.
  '25P03',
  // A database that is being restored: it is dropped, missing, and then present without its tables.
  '57P04',
  '3D000',
  '42P01',
])

function explain(error: unknown): unknown {
  const code = codeOf(error)
  if (code === '53100') return new DiskFullError({ cause: error })
  if (AWAY.has(code) || failedToConnect(error)) return new DatabaseUnavailableError({ cause: error })
  // The driver has no code for these.
  if (
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)/.test(
      error.message,
    )
  ) {
    return new DatabaseUnavailableError({ cause: error })
  }
  return error
}

/** For any reason: no such name, no such socket, no route. */
function failedToConnect(error: unknown): boolean {
  if (error instanceof AggregateError) return failedToConnect(error.errors[0])
  return (
    error instanceof Error &&
    'syscall' in error &&
    (error.syscall === 'connect' || error.syscall === 'getaddrinfo')
  )
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
