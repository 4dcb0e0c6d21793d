import { type Kysely, sql } from 'kysely'
import { DataUnusableError } from '../errors.ts'
import type { Tables } from '../tables.ts'

const NAME = 'unfinished-copy'

/** Returns where an unfinished copy into this database comes from; null: there is none. */
export async function unfinishedCopy(db: Kysely<Tables>): Promise<string | null> {
  const row = await db.selectFrom('meta').select('value').where('name', '=', NAME).executeTakeFirst()
  return row?.value ?? null
}

export async function noteUnfinishedCopy(db: Kysely<Tables>, from: string | null): Promise<void> {
  await db.deleteFrom('meta').where('name', '=', NAME).execute()
  if (from !== null) await sql`insert into meta (name, value) values (${NAME}, ${from})`.execute(db)
}

/** Throws DataUnusableError if a database has only part of its content. */
export async function requireWhole(db: Kysely<Tables>): Promise<void> {
  const from = await unfinishedCopy(db)
  if (from === null) return
  throw new DataUnusableError(
    'copy-unfinished',
    `This database is an unfinished copy of ${from}. Finish it with the same "dragoman copy-database" command, which resumes where it stopped, or empty the database.`,
  )
}
