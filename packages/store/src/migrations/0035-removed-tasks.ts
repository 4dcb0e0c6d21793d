import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** A task that was removed is kept, so that it can be brought back. */
export const removedTasks: Migration = {
  async up(db) {
    await sql`alter table task add column removed_at text`.execute(db)
  },
}
