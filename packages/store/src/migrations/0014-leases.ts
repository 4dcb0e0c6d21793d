import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** What several processes share: who does what only one can do, and wrong attempts to sign in. */
export const leases: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
  },
}

const STATEMENTS = [
  'create table lease (name text primary key, holder text not null, until_ms INT not null)',
  'create table attempt (name text primary key, count INT not null, until_ms INT not null)',
  'create index attempt_until on attempt (until_ms)',
]
