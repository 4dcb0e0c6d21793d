import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Suggestions without an author's id are those of visitors: they get the id of visitors, so that all records name it. */
export const visitors: Migration = {
  async up(db) {
    await sql`update suggestion set author_id = 'visitor:0' where author_id is null`.execute(db)
  },
}
