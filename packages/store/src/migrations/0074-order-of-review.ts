import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * The queue of a language is in the order of the operations that its texts belong to: an undo restores the
 * operation of a text, and with it its place.
 */
export const orderOfReview: Migration = {
  async up(db) {
    await sql`drop index translation_to_review`.execute(db)
    await sql`drop index translation_to_review_again`.execute(db)
    await sql`create index translation_to_review on translation (language_id, operation_id, key_id)
      where state = 2`.execute(db)
    await sql`create index translation_to_review_again on translation (language_id, operation_id, key_id)
      where state = 3 and outdated = 1`.execute(db)
  },
}
