import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Reviewed texts whose source has changed since: they are in the queue of their language again. */
export const textsToReviewAgain: Migration = {
  async up(db) {
    await sql`create index translation_to_review_again on translation (language_id, version, key_id)
      where state = 3 and outdated = 1`.execute(db)
  },
}
