import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** A screenshot that was removed is kept for an hour, so that it can be brought back. */
export const removedScreenshots: Migration = {
  async up(db) {
    await sql`alter table screenshot add column removed_at text`.execute(db)
  },
}
