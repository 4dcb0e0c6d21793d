import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Who asked a job to stop: the history names them for what is undone then. */
export const cancelledBy: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
  },
}

const STATEMENTS = [
  'alter table job add column cancelled_by_id text',
  'alter table job add column cancelled_by_label text',
  'alter table job add column cancelled_with_token INT',
]
