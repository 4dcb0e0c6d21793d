import { type Kysely, sql } from 'kysely'
import { DatabaseTooNewError } from './errors.ts'
import { MIGRATIONS } from './migrations/all.ts'
import type { Tables } from './tables.ts'

/**
 * Migrates the schema to this program's version. Runs inside a transaction in which nothing else migrates.
 */
export async function migrate(db: Kysely<Tables>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
  await sql`create table if not exists meta (name text primary key, value text not null)`.execute(db)
  const row = await db.selectFrom('meta').select('value').where('name', '=', 'schema').executeTakeFirst()
  const found = Number(row?.value ?? 0)
  const known = MIGRATIONS.length
  if (found > known) throw new DatabaseTooNewError(found, known)
  for (const migration of MIGRATIONS.slice(found)) await migration.up(db, dialect)
  if (found === known) return
  await sql`insert into meta (name, value) values ('schema', ${String(known)}) on conflict (name) do update set value = excluded.value`.execute(
    db,
  )
}

/** Any number that no other program locks in the same database. */
const LOCK = 7_238_412
