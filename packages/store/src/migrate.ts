import { type Kysely, sql } from 'kysely'
import { DatabaseTooNewError } from './errors.ts'
import { MIGRATIONS } from './migrations/all.ts'
import { parseJson } from './rows.ts'
import type { Tables } from './tables.ts'

/** Waits until no other process migrates a PostgreSQL database; none does until the transaction ends. */
export async function lockMigrations(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
}

/**
 * Runs the migrations that the database has not had, in the order of the list, after `prepare`. Runs inside a transaction
 * in which nothing else migrates. Throws DatabaseTooNewError if the database has had one that this program does not know.
 */
export async function migrate(
  db: Kysely<Tables>,
  dialect: 'sqlite' | 'postgres',
  prepare: () => Promise<void> = async () => undefined,
): Promise<void> {
  await sql`create table if not exists meta (name text primary key, value text not null)`.execute(db)
  const done = await doneMigrations(db)
  const unknown = [...done].filter((name) => !MIGRATIONS.has(name))
  if (unknown.length > 0) throw new DatabaseTooNewError(done.size, MIGRATIONS.size)
  const missing = [...MIGRATIONS].filter(([name]) => !done.has(name))
  if (missing.length === 0) return
  await prepare()
  for (const [name, { up }] of missing) {
    await up(db, dialect)
    done.add(name)
  }
  await putMeta(db, 'migrations', JSON.stringify([...done]))
  // Programs of before names were listed count them, and refuse a database that is newer than they are.
  await putMeta(db, 'schema', String(done.size))
}

/** Programs of before names were listed knew these, in this order. */
const COUNTED_LAST = '0062-cancelled-by'

/** Returns the names of the migrations that a database has had. */
async function doneMigrations(db: Kysely<Tables>): Promise<Set<string>> {
  const rows = await db.selectFrom('meta').selectAll().where('name', 'in', ['migrations', 'schema']).execute()
  const listed = rows.find(({ name }) => name === 'migrations')
  if (listed !== undefined) return new Set(parseJson<string[]>(listed.value))
  const counted = Number(rows.find(({ name }) => name === 'schema')?.value ?? 0)
  const names = [...MIGRATIONS.keys()]
  const known = names.indexOf(COUNTED_LAST) + 1
  if (counted > known) throw new DatabaseTooNewError(counted, known)
  return new Set(names.slice(0, counted))
}

async function putMeta(db: Kysely<Tables>, name: string, value: string): Promise<void> {
  await sql`insert into meta (name, value) values (${name}, ${value}) on conflict (name) do update set value = excluded.value`.execute(
    db,
  )
}

/** Any number that no other program locks in the same database. */
const LOCK = 7_238_412
