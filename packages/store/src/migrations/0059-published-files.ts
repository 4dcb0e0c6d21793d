import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Files that were published and can be named by no manifest any more; see areas/published-files.ts. And the session
 * of who holds a lease: where that has ended, so has the holder; see areas/leases.ts.
 */
export const publishedFiles: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
  },
}

const STATEMENTS = [
  'create table published_file (name text primary key, since_ms INT not null)',
  'create index published_file_since on published_file (since_ms)',
  'alter table lease add column session INT',
]
