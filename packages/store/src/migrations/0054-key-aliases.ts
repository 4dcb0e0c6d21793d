import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Names under which a key is delivered next to its own. */
export const keyAliases: Migration = {
  async up(db) {
    await sql`alter table "key" add column aliases text not null default '[]'`.execute(db)
    // Few keys have any: they are found by this, and by nothing else.
    await sql`create index key_aliased on "key" (namespace_id) where aliases <> '[]'`.execute(db)
  },
}
