import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * What only the process that syncs a source knew: up to which event everything that was saved is in the files,
 * and which files are not read. For existing sources, the next comparison finds it out.
 */
export const sourceStatus: Migration = {
  async up(db, dialect) {
    const int = sql.raw(dialect === 'sqlite' ? 'integer' : 'bigint')
    await sql`alter table source add column written_to ${int} not null default 0`.execute(db)
    await sql`alter table source add column left_out text not null default '[]'`.execute(db)
  },
}
