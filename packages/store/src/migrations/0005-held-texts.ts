import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Saved texts that a file cannot hold: which, and why. All others are written. */
export const heldTexts: Migration = {
  async up(db) {
    await sql`alter table file add column held text not null default '[]'`.execute(db)
  },
}
