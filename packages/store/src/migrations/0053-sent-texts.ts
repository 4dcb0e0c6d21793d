import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Which texts of a version that was pushed were changed here, and have not come back yet: names of entries by
 * language. Null in rows that are older: all of them can be.
 */
export const sentTexts: Migration = {
  async up(db) {
    await sql`alter table git_sent add column texts text`.execute(db)
  },
}
