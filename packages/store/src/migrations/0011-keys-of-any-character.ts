import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Keys with control characters were left out before. Files taken in then (0) have keys that the catalog never
 * had: such a key was not removed here, and comes with the next look at the file.
 */
export const keysOfAnyCharacter: Migration = {
  async up(db) {
    await sql`alter table file add column any_keys integer not null default 0`.execute(db)
    await sql`alter table uploaded_part add column any_keys integer not null default 0`.execute(db)
  },
}
