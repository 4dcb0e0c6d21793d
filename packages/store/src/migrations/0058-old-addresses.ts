import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Addresses that apps were shipped with before a project moved here; see areas/old-addresses.ts. */
export const oldAddresses: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
    await sql`insert into counter (name, value) values ('old_address', 0) on conflict (name) do nothing`.execute(
      db,
    )
  },
}

const STATEMENTS = [
  `create table old_address (id INT primary key, project_id INT not null references project (id) on delete cascade,
    prefix text not null unique, shape text not null, channel text not null, namespace text, created_at text not null)`,
  'create index old_address_project on old_address (project_id, id)',
]
