import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** What the texts of a file must be so that it can hold them, as JSON; null: any text, or not known yet. */
export const textLimits: Migration = {
  async up(db) {
    await sql`alter table file add column limits text`.execute(db)
    await sql`alter table uploaded_part add column limits text`.execute(db)
  },
}
