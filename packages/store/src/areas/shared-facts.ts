import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'

/** Returns the time of the database's clock, in milliseconds since 1970. */
export async function databaseTimeMs({ db, dialect }: Reader): Promise<number> {
  const { rows } = await sql<{ ms: number }>`select ${dialect.nowMs} as ms`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database returned no time')
  return row.ms
}

const SETUP_CODE = 'setup-code'

/**
 * Returns the code for setting up the first owner: all processes share the first one that any of them offers.
 */
export async function shareSetupCode({ db }: Writer, code: string): Promise<string> {
  await sql`insert into meta (name, value) values (${SETUP_CODE}, ${code}) on conflict (name) do nothing`.execute(
    db,
  )
  const row = await db.selectFrom('meta').select('value').where('name', '=', SETUP_CODE).executeTakeFirst()
  return row?.value ?? code
}

/** Name of the row that every restore replaces; the commands for PostgreSQL in docs/operations.md do it too. */
export const INCARNATION = 'incarnation'

/** Returns what distinguishes a restored database from the one it was before; empty if it was never restored. */
export async function incarnation({ db }: Reader): Promise<string> {
  const row = await db.selectFrom('meta').select('value').where('name', '=', INCARNATION).executeTakeFirst()
  return row?.value ?? ''
}

/** Deletes the code once set-up is done. */
export async function forgetSetupCode({ db }: Writer): Promise<void> {
  await db.deleteFrom('meta').where('name', '=', SETUP_CODE).execute()
}
