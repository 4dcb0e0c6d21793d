import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'

/** The database's clock, in milliseconds since 1970. */
export async function databaseTimeMs({ db, dialect }: Reader): Promise<number> {
  const { rows } = await sql<{ ms: number }>`select ${dialect.nowMs} as ms`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database does not tell the time')
  return row.ms
}

const SETUP_CODE = 'setup-code'

/** The code of the first owner's set-up: the first that a process offers is the one of all. */
export async function shareSetupCode(w: Writer, code: string): Promise<string> {
  return shareSecret(w, SETUP_CODE, code)
}

/** A secret that all processes have in common, and that outlives them: the first one offered stays. */
export async function shareSecret({ db }: Writer, name: string, offered: string): Promise<string> {
  await sql`insert into meta (name, value) values (${name}, ${offered}) on conflict (name) do nothing`.execute(
    db,
  )
  const row = await db.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? offered
}

/** Nobody sets up any more. */
export async function forgetSetupCode({ db }: Writer): Promise<void> {
  await db.deleteFrom('meta').where('name', '=', SETUP_CODE).execute()
}
