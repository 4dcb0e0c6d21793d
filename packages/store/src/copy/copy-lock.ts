import pg from 'pg'
import { KEEP_ALIVE } from '../keep-alive.ts'

/**
 * Servers that use a PostgreSQL database share this lock; a copy of the database holds it exclusively, and so does a
 * server while it migrates. It belongs to the schema, and ends with the connection.
 */
const LOCK = 7_238_413
const ARGUMENTS = `(${LOCK}, hashtext(current_schema()))`

export const SHARE_COPY_LOCK = `select pg_try_advisory_lock_shared${ARGUMENTS} as held`
export const HOLD_COPY_LOCK_UNTIL_COMMIT = `select pg_try_advisory_xact_lock${ARGUMENTS} as held`
/** Waits until it is free. */
export const SHARE_COPY_LOCK_UNTIL_COMMIT = `select pg_advisory_xact_lock_shared${ARGUMENTS}`

/**
 * Takes the lock exclusively; null: a server uses the database. `isNew`: it has no tables of this program
 * yet.
 */
export async function lockForCopy(
  connectionString: string,
): Promise<{ readonly isNew: boolean; readonly release: () => Promise<void> } | null> {
  const client = new pg.Client({ connectionString, ...KEEP_ALIVE, connectionTimeoutMillis: 5000 })
  // Other connections to the database then fail too, and report it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock${ARGUMENTS} as held`)
    if (rows[0]?.held === true) {
      const found = await client.query(`select to_regclass('meta') is null as missing`)
      return { isNew: found.rows[0]?.missing === true, release: () => client.end() }
    }
  } catch (error) {
    await client.end()
    throw error
  }
  await client.end()
  return null
}
