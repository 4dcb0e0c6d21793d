import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Commits that are being pushed to the branch of a pull request, as a JSON list: if the answer of a push is
 * lost, they are recognized as ours when the branch is next read.
 */
export const pushesUnderWay: Migration = {
  async up(db) {
    await sql`alter table git_source add column pushing text not null default '[]'`.execute(db)
  },
}
