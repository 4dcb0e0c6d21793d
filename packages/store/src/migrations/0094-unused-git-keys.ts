import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Keys were stored before a source used them, and kept after another one had replaced them. */
export const unusedGitKeys: Migration = {
  async up(db) {
    await sql`delete from git_key where not exists (select 1 from git_source where key_id = git_key.id)`.execute(
      db,
    )
  },
}
