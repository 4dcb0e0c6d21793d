import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * When only reverted texts were sent to a branch with commits of others, an empty time was stored, and no later change
 * could be recorded. Everything that is pending counts as not sent.
 */
export const droppedChanges: Migration = {
  async up(db) {
    await sql`alter table git_source add column dropped_at text`.execute(db)
    await sql`update git_source set sent_at = null where sent_at = ''`.execute(db)
  },
}
