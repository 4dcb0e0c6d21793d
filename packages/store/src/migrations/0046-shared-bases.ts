import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Of a translation branch, the bytes of `file_base` can be a patch (`byte-patch.ts`) of those that the source
 * `of_source_id` was last synced as at the same path.
 */
export const sharedBases: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await sql.raw(`alter table file_base add column of_source_id ${int}`).execute(db)
    await sql
      .raw('create index file_base_of on file_base (of_source_id, path) where of_source_id is not null')
      .execute(db)
  },
}
